// Recognizes programs that start containers, by their names.
#include "tools/topomorph/container.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "core/base/line_reader.h"

namespace topomorph::cli {

namespace {

/// `verbs`: the words that start a program in a container, divided by blanks; empty: any word.
struct Runtime {
  std::string_view name, verbs;
};

constexpr Runtime kRuntimes[] = {
    {"apptainer", "exec run shell"},
    {"singularity", "exec run shell"},
    {"enroot", "start exec"},
    {"podman", "run exec"},
    {"docker", "run exec"},
    {"nerdctl", "run exec"},
    {"sarus", "run"},
    {"shifter", ""},
    {"ch-run", ""},
};

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
bool starts_one(const Runtime& runtime, const char* const* words) {
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

}  // namespace

Container container_of(const char* const* command) {
  const std::string_view path = command[0];
  const std::string_view name = path.substr(path.find_last_of('/') + 1);
  const auto* const runtime =
      std::find_if(std::begin(kRuntimes), std::end(kRuntimes), [&](const Runtime& each) { return each.name == name; });
  if (runtime == std::end(kRuntimes) || !starts_one(*runtime, command + 1)) return Container::None;
  return is_prepared(command + 1) ? Container::Prepared : Container::Unprepared;
}

}  // namespace topomorph::cli
