// Finds variables that look like settings of TopoMorph but are not.
#include "core/settings/unknown.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "core/base/text.h"
#include "core/settings/settings.h"

extern "C" char** environ;  // NOLINT: POSIX has it in no header

namespace topomorph::settings {
namespace {

constexpr std::string_view kPrefix = "TOPOMORPH_";

/// Names after the prefix that are in use: by TopoMorph's programs and tests, and by installations.
constexpr std::string_view kOthers[] = {"STARTED_BY", "STARTED_IN", "DATA",    "HYDRA",  "LIBRARY", "ROOT",   "HOME",
                                        "DIR",        "PREFIX",     "PATH",    "BASE",   "LIB",     "LIBDIR", "INCLUDE",
                                        "INC",        "BIN",        "VERSION", "MODULE", "DOCDIR",  "SRC",    "BUILD"};

bool is_of_others(std::string_view variable) {
  const std::string_view rest = variable.substr(kPrefix.size());
  return rest.starts_with("TEST_") || std::find(std::begin(kOthers), std::end(kOthers), rest) != std::end(kOthers);
}

bool is_setting(std::string_view variable) {
  return std::any_of(all().begin(), all().end(), [&](const Setting& each) { return variable == each.variable; });
}

/// Compares the words after the prefix, because the prefix would make all names similar.
std::string meant_by(std::string_view variable) {
  std::vector<std::string_view> words;
  for (const Setting& setting : all()) words.push_back(std::string_view(setting.variable).substr(kPrefix.size()));
  const std::string_view word = nearest_word(variable.substr(kPrefix.size()), words);
  return word.empty() ? "" : std::string(kPrefix).append(word);
}

}  // namespace

std::vector<Unknown> unknown_variables() {
  std::vector<Unknown> unknown;
  for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
    const std::string_view text = *each;
    const std::string_view variable = text.substr(0, text.find('='));
    if (!variable.starts_with(kPrefix) || is_setting(variable) || is_of_others(variable)) continue;
    unknown.push_back({std::string(variable), meant_by(variable)});
  }
  return unknown;
}

std::string unknown_variables_text() {
  return listed(unknown_variables(), [](const Unknown& each) {
    return each.meant.empty() ? each.variable : each.variable + " (" + each.meant + " is meant?)";
  });
}

}  // namespace topomorph::settings
