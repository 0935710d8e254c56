// topomorph_describe: writes verbs and options of the command line as JSON, at build time. Manual pages and completions
// are made from it, so that they agree with the program.
#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/allocation/allocate.h"
#include "core/base/atomic_file.h"
#include "core/base/line_reader.h"
#include "core/mapping/portfolio/map.h"
#include "core/model/affinity.h"
#include "core/settings/settings.h"
#include "core/settings/site.h"
#include "core/topology/spec.h"
#include "core/workload/applications.h"
#include "tools/command/command_line.h"
#include "tools/launchers/formats.h"

namespace topomorph::manual {

namespace {

using Json = nlohmann::ordered_json;

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

/// The kinds of values that options take. The type name of an option lists its alternatives, divided by '|'. A word in
/// small letters stands for itself ("fast|default|best"). A word in capitals is a kind of this table (TOPOLOGY, FILE,
/// FILE.svg). A trailing ",..." means a list with commas. Square brackets enclose optional parts.
constexpr Kind kKinds[] = {
    {"AFFINITY", "files", [] { return Texts{"cart:"}; }},
    {"ALGORITHM", "", algorithm_names},
    {"ALLOCATOR", "", [] { return Texts(allocation::allocators().begin(), allocation::allocators().end()); }},
    {"BYTES", "", none},
    {"COMMAND", "commands", none},
    {"CORES", "", none},
    {"DATE", "", none},
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
    {"RATE", "", none},
    {"SECONDS", "", none},
    {"SHARE", "", none},
    {"STRATEGY", "", none},
    {"TEXT", "", none},
    {"TOPOLOGY", "files", topology_prefixes},
};

/// Returns "FILE" for "FILE.svg"; "" for a word in small letters, which stands for itself.
std::string_view kind_of(std::string_view word) {
  if (word.empty() || word[0] < 'A' || word[0] > 'Z') return "";
  return word.substr(0, std::min(word.find('.'), word.find(',')));
}

/// Throws std::runtime_error, which names the option, if a kind in `value` is missing in the table: shells could not
/// complete it.
void check_kinds(const std::string& value, const std::string& option) {
  Words words(value, "| ");
  bool any = false;
  for (auto word = words.next(); !word.empty(); word = words.next()) {
    any = true;
    const std::string_view kind = kind_of(word);
    const auto is_it = [&](const Kind& known) { return kind == known.name; };
    if (kind.empty() || std::any_of(std::begin(kKinds), std::end(kKinds), is_it)) continue;
    throw std::runtime_error(option + ": " + std::string(word) + " is no kind of value in tools/manual/describe.cpp");
  }
  if (!any) throw std::runtime_error(option + ": has no type name, expected one that says what its values are");
}

/// Returns, for each kind, "words": values or their beginnings; and "others": "files", "folders", "commands", "hosts",
/// or "" if there is nothing else to complete (numbers, names).
Json kinds_json() {
  Json kinds;
  for (const Kind& kind : kKinds) kinds[kind.name] = {{"others", kind.others}, {"words", kind.words()}};
  return kinds;
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

Json option_json(const CLI::Option& option) {
  const bool flag = option.get_items_expected_max() == 0;
  const std::string value = flag ? "" : option.get_type_name();
  if (!flag) check_kinds(value, option.get_name());
  return {{"names", names_of(option)},
          {"positional", option.get_positional() ? option.get_name(true) : ""},
          {"value", value},
          {"help", option.get_description()},
          {"initial", flag ? "" : option.get_default_str()},
          {"required", option.get_required()},
          {"values", option.get_items_expected_max()}};
}

Json options_json(const CLI::App& app) {
  Json list = Json::array();
  for (const CLI::Option* option : app.get_options()) list.push_back(option_json(*option));
  return list;
}

Json verb_json(const command::CommandLine::Declared& declared) {
  return {{"name", declared.verb->name},
          {"summary", declared.verb->summary},
          {"example", declared.verb->example},
          {"usage", declared.verb->usage},
          {"starts_program", declared.verb->starts_program},
          {"footer", declared.app->get_footer()},
          {"options", options_json(*declared.app)}};
}

Json statuses_json() {
  Json list = Json::array();
  for (const output::ExitStatus& row : output::kExitStatuses)
    list.push_back({{"status", row.status}, {"meaning", row.meaning}});
  return list;
}

Json settings_json() {
  Json list = Json::array();
  for (const settings::Setting& setting : settings::all()) {
    list.push_back({{"variable", setting.variable},
                    {"option", setting.option},
                    {"value", setting.choices},
                    {"initial", setting.initial},
                    {"help", setting.help}});
  }
  return list;
}

Json site_settings_json() {
  Json list = Json::array();
  for (const settings::SiteSetting& setting : settings::all_of_site())
    list.push_back({{"name", setting.name}, {"value", setting.choices}, {"help", setting.help}});
  return list;
}

Json described() {
  const command::CommandLine line({});
  Json verbs = Json::array();
  for (const command::CommandLine::Declared& declared : line.declared()) verbs.push_back(verb_json(declared));
  return {{"name", line.app().get_name()},       {"summary", line.app().get_description()},
          {"version", line.app().version()},     {"first_lines", command::kFirstLines},
          {"options", options_json(line.app())}, {"verbs", verbs},
          {"statuses", statuses_json()},         {"program_status", output::kProgramStatus},
          {"settings", settings_json()},         {"site_settings", site_settings_json()},
          {"site_file", settings::kSiteFile},    {"kinds", kinds_json()}};
}

}  // namespace

}  // namespace topomorph::manual

int main(int, char** argv) {
  try {
    topomorph::AtomicFile file(argv[1] == nullptr ? "" : argv[1]);
    file.write(topomorph::manual::described().dump(1) + "\n");
    file.commit();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "topomorph_describe: %s\n", error.what());
    return 1;
  }
}
