// What users type: verbs with their options, settings in the environment, lists of slots.
#include "tools/command/command_line.h"

#include <algorithm>
#include <cstdlib>

#include "core/model/tree.h"
#include "core/settings/settings.h"
#include "core/wire/frame_io.h"
#include "runtime/process/programs.h"
#include "tests/fuzz/support.h"
#include "tests/fuzz/targets.h"
#include "tools/command/places.h"
#include "tools/command/sharing_options.h"

namespace topomorph::fuzz {

namespace {

/// One word a line; no zeros, which end a word.
std::vector<std::string> words_of(std::string_view input) {
  std::vector<std::string> words = wire::lines(input);
  for (std::string& word : words) word.resize(std::min(word.find('\0'), word.size()));
  return words;
}

const char* const kLauncherVariables[] = {"OMPI_NUM_APP_CTX", "OMPI_APP_CTX_NUM_PROCS", "OMPI_COMM_WORLD_RANK"};

void clear_environment() {
  for (const settings::Setting& setting : settings::all()) unsetenv(setting.variable);
  for (const char* variable : kLauncherVariables) unsetenv(variable);
}

bool is_known(const std::string& variable) {
  const auto of_setting = [&](const settings::Setting& setting) { return variable == setting.variable; };
  return std::ranges::any_of(settings::all(), of_setting) || std::ranges::count(kLauncherVariables, variable) > 0;
}

void read_setting(const settings::Setting& setting) {
  const std::string value = settings::text(setting.id);
  without_error("a setting that was taken is one that is checked",
                [&] { settings::check(setting, value.empty() ? setting.initial : value, setting.variable); });
  if (setting.type == settings::Type::Percent) require(settings::number(setting.id) >= 0, "percents are not negative");
  if (setting.type == settings::Type::Count) require(settings::number(setting.id) >= 1, "counts are one or more");
  if (setting.type == settings::Type::Seconds) require(settings::number(setting.id) > 0, "seconds are more than none");
}

}  // namespace

void command_line(std::string_view input) {
  std::vector<std::string> words = words_of(input);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  command::CommandLine line(pointers);
  try {
    require(line.parse() != nullptr, "a command line that was understood asks for something");
  } catch (const CLI::ParseError&) {  // said to the user, exit status 2
  }
}

/// One variable a line, as NAME=VALUE.
void environment(std::string_view input) {
  clear_environment();
  for (const std::string& line : words_of(input)) {
    const auto equals = line.find('=');
    const std::string variable = line.substr(0, equals);
    if (equals != std::string::npos && is_known(variable)) setenv(variable.c_str(), line.c_str() + equals + 1, 1);
  }
  if (process::others_may_lack_the_library()) process::is_first_of_its_program();
  for (const settings::Setting& setting : settings::all()) read_setting(setting);
}

/// A file of pins, one a line, for a tree of 2 x 2 x 2 slots in two hosts.
void pins(std::string_view input) {
  const MemoryFile file(input);
  const auto arities = {std::uint64_t{2}, std::uint64_t{2}, std::uint64_t{2}};
  const GivenTopology given{
      std::make_shared<TreeTopology>(TreeTopology::regular(arities)), {{"node1", "node2.org"}, {0, 4, 8}}, {}};
  command::SharingOptions options;
  options.pin_file = file.path();
  mapping::MapOptions map;
  command::add_pins(options, given, map);
  for (const ConfinedRole& role : map.sharing.confined) {
    require(role.begin < role.end && role.end <= given.topology->slots(), "a role is confined to slots of the tree");
  }
}

/// A file of loads or speeds: the same reader serves both.
void slot_numbers(std::string_view input) {
  const MemoryFile file(input);
  command::SharingOptions options;
  options.loads = file.path();
  command::sharing_of(options);
}

void slot_list(std::string_view input) {
  constexpr std::uint64_t kSlots = 1000;
  const auto slots = command::parse_slot_list(std::string(input), kSlots);
  require(!slots.empty() && slots.back() < kSlots, "listed slots are slots of the topology");
  require(std::ranges::adjacent_find(slots, std::greater_equal()) == slots.end(), "listed slots ascend");
}

}  // namespace topomorph::fuzz
