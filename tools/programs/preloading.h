// The effect of preloading the library on a command: obstacles, containers, programs without MPI.
#pragma once

#include <string>

namespace topomorph::programs {

/// Returns the reason why `command` (looked up in PATH as execvp does) will run without the library, to follow its
/// name: "is statically linked". Returns "" if no reason is known, and for static programs that start others, such as
/// busybox and the loader. Reads only the first bytes of the file, so not what a script starts.
std::string obstacle_to_preloading(const std::string& command);

/// The program that a command starts: its first word, or what the loader is told to start.
struct Obstacle {
  std::string program;
  std::string why;  ///< as of obstacle_to_preloading(), "" also if a static program has another one among its words
};
Obstacle obstacle_in(char** command);

/// Returns the value of LD_PRELOAD that loads `library` into `command` before the libraries of `present`, the value so
/// far. The run-time of AddressSanitizer comes before it: it ends a program in which it is not the first library.
/// Throws InputError if this run-time cannot be found. Asks the loader of a program that needs it, in milliseconds.
std::string preload_list(const std::string& command, const std::string& library, const std::string& present);

/// The effect of LD_PRELOAD on the command.
enum class Container {
  None,        ///< no container, as far as the command shows
  Unprepared,  ///< the loader inside would not find the path, or end every process because glibc is too old
  Prepared,    ///< the user has named the library for the inside, in the command or by APPTAINERENV_LD_PRELOAD
};

/// Judges by the words of a command: its program (apptainer, podman, …) and its verb (exec, run, …). Reads no file, so
/// a script hides the container that it starts.
Container container_of(const char* const* command);

/// Returns a message if the program of a command is not linked with an MPI library, as the program's own loader says:
/// "ls is not linked with an MPI library: nothing is measured unless it opens or starts one that is". Returns "" if it
/// is, or if nobody can know before it runs: for scripts, for interpreters, which may open MPI later, and for programs
/// that start one of their arguments (env, numactl, time).
std::string no_mpi_message(char** command, const char* mode);

/// Prints the message of no_mpi_message(), on rank 0, unless TOPOMORPH_QUIET is 1. Takes a few milliseconds, on rank 0
/// alone.
void warn_without_mpi(char** command, const char* mode);

}  // namespace topomorph::programs
