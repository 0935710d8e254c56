// Recognizes programs without MPI.
#include "tools/topomorph/without_mpi.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "tools/topomorph/executable.h"
#include "tools/topomorph/message.h"
#include "tools/topomorph/obstacle.h"
#include "tools/topomorph/program_libraries.h"

namespace topomorph::cli {

namespace {

constexpr double kPatience = 5;  // seconds; a slow file server costs no more

/// Programs that run a script, or start another program here, on another host or in a container.
constexpr std::string_view kStarters[] = {
    "sh",     "bash",    "dash", "zsh",   "ksh",       "mksh",        "csh",    "tcsh",     "fish",   "busybox",
    "python", "pypy",    "perl", "ruby",  "lua",       "julia",       "R",      "Rscript",  "octave", "matlab",
    "java",   "tclsh",   "node", "guile", "make",      "ninja",       "xargs",  "parallel", "gdb",    "lldb",
    "mpirun", "mpiexec", "srun", "ssh",   "apptainer", "singularity", "podman", "docker",   "enroot", "ch-run"};

/// Returns true for "python3.11", too.
bool is_starter(const std::string& program) {
  std::string name = std::filesystem::path(program).filename().string();
  name.erase(name.find_last_not_of("0123456789.-") + 1);
  return std::find(std::begin(kStarters), std::end(kStarters), name) != std::end(kStarters);
}

bool is_program(const std::string& word) {
  const std::string path = find_in_path(word);
  const Executable::Kind kind = read_executable(path).kind;
  return kind != Executable::Kind::None &&
         (kind != Executable::Kind::Other || !read_executable(path).interpreter.empty());
}

bool starts_another(char** command) {
  for (char** word = command + 1; *word != nullptr; ++word) {
    if (is_program(*word)) return true;
  }
  return false;
}

const char* what_is_not_done(std::string_view mode) {
  return mode == "profile" ? "measured" : mode == "run" ? "reordered" : "measured or reordered";
}

}  // namespace

std::string lack_of_mpi(char** command, const char* mode) {
  const std::string path = find_in_path(command[0]);
  if (read_executable(path).kind != Executable::Kind::Dynamic || is_starter(path) || starts_another(command)) return "";
  const Libraries libraries = libraries_of(command[0], kPatience);
  if (!libraries.why_not.empty() || !libraries.problem.empty() || !mpi_library_of(libraries.paths).empty()) return "";
  return fmt::format("{} is not linked with an MPI library: nothing is {} unless it opens or starts one that is",
                     command[0], what_is_not_done(mode));
}

void tell_without_mpi(char** command, const char* mode) {
  if (is_other_rank() || is_quiet() || !obstacle_to_preloading(command[0]).empty())
    return;  // the obstacle has a message of its own
  const std::string lack = lack_of_mpi(command, mode);
  if (!lack.empty()) message_once(lack);
}

}  // namespace topomorph::cli
