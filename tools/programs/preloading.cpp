// Judges commands by their words and files: can the library be preloaded, and is there an MPI program?
#include "tools/programs/preloading.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string_view>

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/file_name.h"
#include "core/base/interpreters.h"
#include "core/base/line_reader.h"
#include "core/base/process.h"
#include "tools/output/message.h"
#include "tools/programs/executable.h"

namespace topomorph::programs {

namespace {

/// The loader ignores LD_PRELOAD in a program that has more rights than its user.
bool gains_rights(const std::string& file) {
  struct stat status = {};
  if (stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  const bool other_user = (status.st_mode & S_ISUID) != 0 && status.st_uid != getuid();
  const bool other_group = (status.st_mode & S_ISGID) != 0 && status.st_gid != getgid();
  const bool capabilities = getuid() != 0 && getxattr(file.c_str(), "security.capability", nullptr, 0) > 0;
  return other_user || other_group || capabilities;
}

/// Variables that become LD_PRELOAD inside the container.
constexpr const char* kInside[] = {"APPTAINERENV_LD_PRELOAD", "SINGULARITYENV_LD_PRELOAD"};

bool names_library(std::string_view text) { return text.find("libtopomorph.so") != text.npos; }

bool is_verb(std::string_view word, std::string_view verbs) {
  Words each(verbs);
  for (auto verb = each.next(); !verb.empty(); verb = each.next()) {
    if (word == verb) return true;
  }
  return false;
}

/// Any word may be the verb: options, which may have values, may come before it.
bool starts_one(const ContainerRuntime& runtime, const char* const* words) {
  bool starts = runtime.verbs.empty();
  for (; *words != nullptr && !starts; ++words) starts = is_verb(*words, runtime.verbs);
  return starts;
}

bool is_prepared(const char* const* words) {
  for (; *words != nullptr; ++words) {
    if (names_library(*words)) return true;
  }
  return std::any_of(std::begin(kInside), std::end(kInside), [](const char* variable) {
    const char* const value = std::getenv(variable);
    return value != nullptr && names_library(value);
  });
}

bool must_come_first(std::string_view library) {
  return library.find("libasan.so") != library.npos || library.find("libclang_rt.asan") != library.npos;
}

/// Programs that start another one here, on another host or in a container, or interpret what is in no command line.
constexpr std::string_view kStarters[] = {"busybox", "R",      "matlab",  "java",  "tclsh",    "node",
                                          "guile",   "make",   "ninja",   "xargs", "parallel", "gdb",
                                          "lldb",    "mpirun", "mpiexec", "srun",  "ssh"};

bool is_starter(std::string_view program) {
  const std::string_view name = file_name(program);
  return interpreter_named(program) != nullptr || container_runtime(name) != nullptr ||
         std::ranges::find(kStarters, name) != std::end(kStarters);
}

/// Whether a word of the command is a program, which the command may start. The user waits, and the words may be the
/// names of a folder's files: only so many are looked at, and behind more of them there may be one.
bool starts_another(char** command) {
  constexpr std::ptrdiff_t kMostWords = 256;
  for (char** word = command + 1; *word != nullptr; ++word) {
    if (word - command > kMostWords || begins_as_program(find_in_path(*word))) return true;
  }
  return false;
}

const char* effect_of_mode(std::string_view mode) {
  return mode == "profile" ? "measured" : mode == "run" ? "reordered" : "measured or reordered";
}

/// Recognizes the dynamic loader as a command: "ld.so", "ld-linux-x86-64.so.2", "ld-2.31.so", "ld-musl-x86_64.so.1".
bool is_loader(std::string_view program) {
  const std::string_view name = file_name(program);
  return name == "ld.so" || (name.starts_with("ld-") && name.find(".so") != name.npos);
}

/// Returns the program that the loader is to start: the first word that is neither an option nor the value of one.
const char* const* behind_loader(const char* const* words) {
  constexpr std::string_view kWithValue[] = {
      "--library-path",         "--inhibit-rpath",    "--audit", "--preload", "--argv0", "--glibc-hwcaps-mask",
      "--glibc-hwcaps-prepend", "--list-diagnostics="};
  const char* const* word = words + 1;
  while (*word != nullptr && std::string_view(*word).starts_with("--")) {
    const bool has_value = std::ranges::find(kWithValue, std::string_view(*word)) != std::end(kWithValue);
    word += has_value && word[1] != nullptr ? 2 : 1;
  }
  return word;
}

}  // namespace

std::string obstacle_to_preloading(const std::string& command) {
  const std::string path = find_in_path(command);
  const Executable file = read_executable(path);
  if (gains_rights(path)) return "has more rights than its user (setuid or the like)";
  if (file.kind == Executable::Kind::Foreign) return "is of another architecture than TopoMorph";
  const bool passes_on = is_loader(command) || is_starter(command);  // the library gets into what it starts
  return file.kind == Executable::Kind::Static && !passes_on ? "is statically linked" : "";
}

Obstacle obstacle_in(char** command) {
  const char* const* words = command;
  if (is_loader(command[0]) && *behind_loader(words) != nullptr) words = behind_loader(words);
  std::string why = obstacle_to_preloading(words[0]);
  const bool is_static = read_executable(find_in_path(words[0])).kind == Executable::Kind::Static;
  if (is_static && words == command && starts_another(command)) why = "";
  return {words[0], std::move(why)};
}

std::string preload_list(const std::string& command, const std::string& library, const std::string& present) {
  const auto last = [](const std::string& list) { return list.empty() ? "" : ":" + list; };
  const std::string others = without_entries(present, must_come_first);
  if (others.size() != present.size())  // the user has put the run-time there
    return without_entries(present, [](auto entry) { return !must_come_first(entry); }) + ":" + library + last(others);
  const std::vector<std::string> needed = read_executable(find_in_path(command)).needed;
  const auto runtime = std::find_if(needed.begin(), needed.end(), must_come_first);
  if (runtime == needed.end()) return library + last(present);
  const Libraries libraries = libraries_of(command, kLibrariesTimeout);
  if (!libraries.why_not.empty()) return *runtime + ":" + library + last(present);  // the loader looks for a bare name
  const auto file = libraries.paths.find(*runtime);
  if (file == libraries.paths.end() || file->second.empty())
    throw InputError(fmt::format("{} needs {} as its first library, which is not found here", command, *runtime));
  return file->second + ":" + library + last(present);
}

Container container_of(const char* const* command) {
  const std::string_view name = file_name(command[0]);
  const ContainerRuntime* const runtime = container_runtime(name);
  if (runtime == nullptr || !starts_one(*runtime, command + 1)) return Container::None;
  return is_prepared(command + 1) ? Container::Prepared : Container::Unprepared;
}

std::string no_mpi_message(char** command, const char* mode) {
  const std::string path = find_in_path(command[0]);
  if (read_executable(path).kind != Executable::Kind::Dynamic || is_starter(path) || starts_another(command)) return "";
  const Libraries libraries = libraries_of(command[0], kLibrariesTimeout);
  if (!libraries.why_not.empty() || !libraries.problem.empty() || !mpi_library_of(libraries).empty()) return "";
  return fmt::format("{} is not linked with an MPI library: nothing is {} unless it opens or starts one that is",
                     command[0], effect_of_mode(mode));
}

void warn_without_mpi(char** command, const char* mode) {
  if (output::is_other_rank() || output::is_quiet() || !obstacle_in(command).why.empty())
    return;  // the obstacle has a message of its own
  const std::string lack = no_mpi_message(command, mode);
  if (!lack.empty()) output::message_once(lack);
}

}  // namespace topomorph::programs
