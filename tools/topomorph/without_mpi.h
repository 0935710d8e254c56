// Programs without MPI, of which nothing can be measured.
#pragma once

#include <string>

namespace topomorph::cli {

/// Returns a message if the program of a command is not linked with an MPI library, as the program's own loader says:
/// "ls is not linked with an MPI library: nothing is measured unless it opens or starts one that is". Returns "" if it
/// is, or if nobody can know before it runs: for scripts, for interpreters, which may open MPI later, and for programs
/// that start one of their arguments (env, numactl, time).
std::string lack_of_mpi(char** command, const char* mode);

/// Prints the message of lack_of_mpi(), on rank 0, unless TOPOMORPH_QUIET is 1. Takes a few milliseconds, on rank 0
/// alone.
void tell_without_mpi(char** command, const char* mode);

}  // namespace topomorph::cli
