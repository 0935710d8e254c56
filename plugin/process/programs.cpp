// Reads what the launcher says of the job's programs.
#include "plugin/process/programs.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include "core/settings/settings.h"
#include "plugin/process/environment.h"
#include "plugin/process/pmix.h"

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

std::string_view name_in(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// Versions may follow these names, as in python3.11.
bool is_interpreter(std::string_view name) {
  constexpr std::string_view kNames[] = {"python", "pypy", "perl", "julia", "Rscript", "bash", "dash", "ksh", "zsh"};
  return std::ranges::any_of(kNames, [&](std::string_view known) { return name.starts_with(known); });
}

/// Returns the first word of the command line, behind the program, that is no option; empty if the first 4 KB have
/// none.
FixedString first_operand() {
  std::array<char, 4096> words{};
  const int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const ssize_t bytes = read(file, words.data(), words.size() - 1);
  close(file);
  std::string_view rest(words.data(), static_cast<std::size_t>(std::max<ssize_t>(bytes, 0)));
  for (bool is_program = true; !rest.empty(); is_program = false) {
    const std::string_view word = rest.substr(0, rest.find('\0'));
    if (!is_program && !word.empty() && !word.starts_with('-')) return word;
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
  }
  return {};
}

bool vouched_for() { return is_on(settings::Id::Mpmd); }

}  // namespace

bool others_may_lack_the_library() { return number("OMPI_NUM_APP_CTX") > 1 && !vouched_for(); }

std::uint64_t number_of_programs() {
  return pmix::number(pmix::kAnyRank, pmix::kApplications).value_or(number("OMPI_NUM_APP_CTX"));
}

bool is_of_several_programs(bool told) { return (told || number_of_programs() > 1) && !vouched_for(); }

FixedString own_program() {
  const FixedString path = executed_file();
  return name_in(path);
}

FixedString own_program_or_script() {
  const FixedString path = executed_file();
  if (!is_interpreter(name_in(path))) return path;
  const FixedString script = first_operand();
  return script.empty() ? path : script;
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
