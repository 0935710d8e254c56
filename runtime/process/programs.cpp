// Reads what the launcher says of the job's programs.
#include "runtime/process/programs.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include "core/base/file_name.h"
#include "core/base/interpreters.h"
#include "core/settings/settings.h"
#include "runtime/process/environment.h"
#include "runtime/process/pmix.h"

namespace topomorph::process {
namespace {

const char* variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::uint64_t number(const char* name) { return std::strtoull(variable(name), nullptr, 10); }

FixedString executed_file() {
  std::array<char, 4096> path{};
  const ssize_t bytes = readlink("/proc/self/exe", path.data(), path.size());
  return std::string_view(path.data(), static_cast<std::size_t>(std::max<ssize_t>(bytes, 0)));
}

/// Returns the script of the command line, with the folder that it is in; empty if the first 4 KB have none.
FixedString script_of(const Interpreter& interpreter) {
  std::array<char, 4096> words{};
  const int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const ssize_t bytes = read(file, words.data(), words.size());
  close(file);
  const std::string_view script =
      script_in({words.data(), static_cast<std::size_t>(std::max<ssize_t>(bytes, 0))}, interpreter);
  std::array<char, 4096> folder{};
  // What is no file may be another word of the command line, behind an option of the interpreter that is not known.
  if (access(FixedString(script).c_str(), F_OK) != 0) return {};
  if (script.starts_with('/') || getcwd(folder.data(), folder.size()) == nullptr) return script;
  return FixedString(folder.data()) << "/" << script.substr(script.starts_with("./") ? 2 : 0);
}

FixedString program_or_script() {
  const FixedString path = executed_file();
  const Interpreter* const interpreter = interpreter_named(path);
  if (interpreter == nullptr) return path;
  const FixedString script = script_of(*interpreter);
  return script.empty() ? path : script;
}

bool vouched_for() { return is_on(settings::Id::Mpmd); }

}  // namespace

bool others_may_lack_the_library() { return number("OMPI_NUM_APP_CTX") > 1 && !vouched_for(); }

std::uint64_t number_of_programs() {
  return pmix::number(pmix::kAnyRank, pmix::kApplications).value_or(number("OMPI_NUM_APP_CTX"));
}

bool is_of_several_programs(bool told) { return (told || number_of_programs() > 1) && !vouched_for(); }

bool has_openshmem() {
  const bool is_there = dlsym(RTLD_DEFAULT, "shmem_my_pe") != nullptr;
  dlerror();  // the program may ask for an error of its own
  return is_there;
}

FixedString own_program() {
  const FixedString path = executed_file();
  return file_name(path);
}

const FixedString& own_program_or_script() {
  static const FixedString only = program_or_script();
  return only;
}

bool is_first_of_its_program() {
  // Not from OMPI_FIRST_RANKS, which 4.1.4 fills with zeros. Ranks are assigned program by program.
  const std::uint64_t rank = number("OMPI_COMM_WORLD_RANK");
  const char* sizes = variable("OMPI_APP_CTX_NUM_PROCS");
  std::uint64_t first = 0;
  while (first < rank && *sizes != '\0') {
    char* rest = nullptr;
    first += std::strtoull(sizes, &rest, 10);
    if (rest == sizes) break;
    sizes = rest;
  }
  return first == rank;
}

}  // namespace topomorph::process
