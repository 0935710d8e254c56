// The table of kinds of values.
#include "tools/manual/values.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "core/allocation/allocate.h"
#include "core/base/line_reader.h"
#include "core/mapping/map.h"
#include "core/model/affinity.h"
#include "core/topology/spec.h"
#include "core/workload/patterns.h"
#include "tools/launchers/formats.h"

namespace topomorph::manual {

namespace {

using Texts = std::vector<std::string>;

Texts algorithm_names() {
  Texts names = {"auto"};
  for (const mapping::Algorithm& algorithm : mapping::algorithms()) names.push_back(algorithm.name);
  return names;
}

Texts topology_prefixes() {
  Texts prefixes;
  for (const topology::TopologyKind& kind : topology::topology_kinds()) prefixes.emplace_back(kind.prefix);
  return prefixes;
}

Texts format_prefixes() {
  Texts prefixes;
  for (const launchers::LauncherFormat& format : launchers::launcher_formats())
    prefixes.push_back(std::string(format.name) + ":");
  return prefixes;
}

Texts none() { return {}; }

struct Kind {
  const char* name;
  const char* others;
  Texts (*words)();
};

constexpr Kind kKinds[] = {
    {"AFFINITY", "files", [] { return Texts{"cart:"}; }},
    {"ALGORITHM", "", algorithm_names},
    {"ALLOCATOR", "", [] { return Texts(allocation::allocators().begin(), allocation::allocators().end()); }},
    {"BYTES", "", none},
    {"COMMAND", "commands", none},
    {"FACTOR:EXPONENT:SPREAD", "", none},
    {"FILE", "files", none},
    {"FOLDER", "folders", none},
    {"FORMAT:FILE", "files", format_prefixes},
    {"HOST", "files",
     [] {
       return Texts{"hwloc:", "synthetic:", "host:"};
     }},
    {"JOBS", "", none},
    {"LAYOUT", "", none},
    {"LEVEL", "", [] { return Texts{"n", "b", "s", "N", "L3", "L2", "L1", "c", "h"}; }},
    {"LIST", "", none},
    {"MEGABYTES", "", none},
    {"N", "", none},
    {"NAME", "", none},
    {"NUMBERS", "", none},
    {"PATTERN", "", [] { return Texts(workload::pattern_names().begin(), workload::pattern_names().end()); }},
    {"PATTERNS", "", none},
    {"PERCENT", "", none},
    {"PIN", "", none},
    {"PLACE", "", none},
    {"SECONDS", "", none},
    {"SHARE", "", none},
    {"STRATEGY", "", none},
    {"TOPOLOGY", "files", topology_prefixes},
};

/// Returns "FILE" for "FILE.svg"; "" for a word in small letters, which stands for itself.
std::string_view kind_of(std::string_view word) {
  if (word.empty() || word[0] < 'A' || word[0] > 'Z') return "";
  return word.substr(0, std::min(word.find('.'), word.find(',')));
}

}  // namespace

void check_kinds(const std::string& value, const std::string& option) {
  Words words(value, "| ");
  bool any = false;
  for (auto word = words.next(); !word.empty(); word = words.next()) {
    any = true;
    const std::string_view kind = kind_of(word);
    const auto is_it = [&](const Kind& known) { return kind == known.name; };
    if (kind.empty() || std::any_of(std::begin(kKinds), std::end(kKinds), is_it)) continue;
    throw std::runtime_error(option + ": " + std::string(word) + " is no kind of value in tools/manual/values.cpp");
  }
  if (!any) throw std::runtime_error(option + ": has no type name, expected one that says what its values are");
}

nlohmann::ordered_json kinds_json() {
  nlohmann::ordered_json kinds;
  for (const Kind& kind : kKinds) kinds[kind.name] = {{"others", kind.others}, {"words", kind.words()}};
  return kinds;
}

}  // namespace topomorph::manual
