// topomorph_describe: writes verbs and options of the command line as JSON, at build time. Manual pages and completions
// are made from it, so that they agree with the program.
#include <cstdio>

#include <nlohmann/json.hpp>

#include "core/base/atomic_file.h"
#include "core/settings/settings.h"
#include "tools/command/command_line.h"
#include "tools/manual/values.h"

namespace topomorph::manual {

namespace {

using Json = nlohmann::ordered_json;

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

Json described() {
  const command::CommandLine line({});
  Json verbs = Json::array();
  for (const command::CommandLine::Declared& declared : line.declared()) verbs.push_back(verb_json(declared));
  return {{"name", line.app().get_name()},       {"summary", line.app().get_description()},
          {"version", line.app().version()},     {"first_lines", command::kFirstLines},
          {"options", options_json(line.app())}, {"verbs", verbs},
          {"statuses", statuses_json()},         {"program_status", output::kProgramStatus},
          {"settings", settings_json()},         {"kinds", kinds_json()}};
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
