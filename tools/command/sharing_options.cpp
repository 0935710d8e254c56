// Reads capacities, loads, speeds and pins.
#include "tools/command/sharing_options.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/evaluation/cost_model.h"
#include "core/model/tree.h"
#include "core/topology/hosts/placement.h"

namespace topomorph::command {

namespace {

constexpr std::string_view kPinForm =
    "ROLE=SLOT, ROLE=@HOSTNAME, ROLE=@host3, or ROLE=@LEVEL:NODE with the name of a level or its number from the slots "
    "up";

std::vector<std::uint64_t> read_numbers(const std::string& path) {
  LineReader reader(path);
  std::vector<std::uint64_t> numbers;
  while (const auto line = reader.next()) {
    Words words(*line);
    const std::string_view word = words.next();
    if (word.empty()) continue;
    const auto number = parse_count(word);
    if (!number || !words.next().empty()) {
      reader.fail(fmt::format("found \"{}\", expected one whole number of 0 or more", line->substr(0, 60)));
    }
    numbers.push_back(*number);
  }
  if (numbers.empty()) reader.fail("the file holds no numbers, expected one per line");
  return numbers;
}

double parse_percent(const std::string& text) {
  const auto percent = parse_real(text);
  if (percent && *percent >= 0 && *percent <= 1e6) return *percent;
  throw InputError(fmt::format("--imbalance: found '{}', expected a percentage of 0 or more", text));
}

std::uint64_t parse_roles_per_slot(const std::string& text) {
  if (text == "any") return Sharing::kAnyNumber;
  const auto places = parse_count(text);
  if (!places || *places == 0)
    throw InputError(fmt::format("--oversubscribe: found '{}', expected 1 or more, or any", text));
  return *places;
}

/// Returns the level for "host", "Package", "level2" or "2"; 0: none.
std::size_t level_named(const TreeTopology& tree, std::string_view name) {
  if (name.empty()) return 0;
  if (const auto number = parse_count(name)) return *number <= tree.levels() ? *number : 0;
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    if (tree.level(l).name == name || fmt::format("level{}", l) == name) return l;
  }
  return name == "host" ? evaluation::known_host_level_of(tree) : 0;
}

std::string level_names(const TreeTopology& tree) {
  std::string names;
  for (std::size_t l = 1; l <= tree.levels(); ++l) names += level_name(tree, l) + ", ";
  if (!evaluation::has_unknown_hosts(tree) && tree.level(evaluation::host_level_of(tree)).name != "host")
    names += "host, ";
  return fmt::format("{}or 1 to {}", names, tree.levels());
}

/// Finds parts of a topology by their names.
class Parts {
 public:
  explicit Parts(const GivenTopology& given)
      : given_(given), tree_(as_tree(*given.topology)), names_(given.hosts.names) {}

  /// Returns the slots of "@node17" (a host by name), "@host3", "@level2:3" or "@2:3".
  ConfinedRole part(std::string_view text, Role role) const {
    if (const auto host = names_.find(text)) return host_slots(*host, role);
    const std::size_t colon = text.find(':');
    const std::size_t digits = text.find_last_not_of("0123456789") + 1;
    const std::string_view name = text.substr(0, std::min(colon, digits));
    const auto node = parse_count(text.substr(colon == std::string_view::npos ? digits : colon + 1));
    if (tree_ != nullptr) return node_slots(text, name, node, role);
    const std::size_t hosts = given_.hosts.begin.empty() ? 0 : given_.hosts.begin.size() - 1;
    if (hosts == 0) {
      throw InputError(fmt::format("found '@{}' and a {}, which has no hosts, expected ROLE=SLOT", text,
                                   given_.topology->describe()));
    }
    if (name != "host" || !node || *node >= hosts) {
      throw InputError(
          fmt::format("found '@{}', expected the name of a host, or @host and a number below {}", text, hosts));
    }
    return host_slots(*node, role);
  }

 private:
  ConfinedRole host_slots(std::size_t host, Role role) const {
    return {role, given_.hosts.begin[host], given_.hosts.begin[host + 1]};
  }

  ConfinedRole node_slots(std::string_view text, std::string_view name, std::optional<std::uint64_t> node,
                          Role role) const {
    const std::size_t level = level_named(*tree_, name);
    if (level == 0 || !node) {
      const char* hosts = given_.hosts.names.empty() ? "" : "the name of a host, or ";
      throw InputError(fmt::format("found '@{}', expected {}@LEVEL:NODE with a level of the topology ({})", text, hosts,
                                   level_names(*tree_)));
    }
    if (*node >= tree_->nodes(level)) {
      throw InputError(fmt::format("found '@{}', expected a node from 0 to {}: {} has {}", text,
                                   tree_->nodes(level) - 1, level_name(*tree_, level), tree_->nodes(level)));
    }
    const auto& begin = tree_->level(level).begin;
    return {role, begin[*node], begin[*node + 1]};
  }

  const GivenTopology& given_;
  const TreeTopology* tree_;
  topology::HostNames names_;
};

void add_pin(std::string_view text, const Parts& parts, mapping::MapOptions& map) {
  const std::size_t equals = std::min(text.find('='), text.size());
  const auto role = parse_count(text.substr(0, equals));
  const std::string_view where = text.substr(std::min(equals + 1, text.size()));
  if (!role || where.empty()) throw InputError(fmt::format("found '{}', expected {}", text, kPinForm));
  if (where[0] == '@') {
    const ConfinedRole confined = parts.part(where.substr(1), *role);
    if (confined.end == confined.begin + 1) {
      map.pinned.push_back({*role, confined.begin});
    } else {
      map.sharing.confined.push_back(confined);
    }
    return;
  }
  const auto slot = parse_count(where);
  if (!slot) throw InputError(fmt::format("found '{}', expected {}", text, kPinForm));
  map.pinned.push_back({*role, *slot});
}

void add_pins_of_file(const std::string& path, const Parts& parts, mapping::MapOptions& map) {
  LineReader reader(path);
  while (const auto line = reader.next()) {
    Words words(line->substr(0, line->find('#')));
    const std::string_view word = words.next();
    if (word.empty()) continue;
    if (!words.next().empty()) reader.fail(fmt::format("found \"{}\", expected one pin a line", line->substr(0, 60)));
    try {
      add_pin(word, parts, map);
    } catch (const InputError& error) {
      reader.fail(error.what());
    }
  }
}

/// Returns the position of the first listed slot that is not below `slot`.
Slot position(std::span<const Slot> slots, Slot slot) {
  return static_cast<Slot>(std::lower_bound(slots.begin(), slots.end(), slot) - slots.begin());
}

}  // namespace

void add_sharing_options(CLI::App& app, SharingOptions& options) {
  app.add_option("--oversubscribe", options.oversubscribe, "number of roles that a slot may take (default: 1)")
      ->type_name("N|any");
  app.add_option("--loads", options.loads, "work of each role, a whole number a line; balance comes before cost")
      ->type_name("FILE");
  app.add_option("--speeds", options.speeds, "speed of each slot, a whole number a line")->type_name("FILE");
}

void add_pin_options(CLI::App& app, SharingOptions& options) {
  app.add_option("--imbalance", options.imbalance,
                 "percent by which a slot may take longer than the minimum; any number of roles on each (default: 3; 0 "
                 "with one role on each)")
      ->type_name("PERCENT");
  app.add_option("--pin", options.pins, "fix a role to a slot or to a part of the topology: " + std::string(kPinForm))
      ->type_name("PIN");
  app.add_option("--pin-file", options.pin_file, "pins, one a line")->type_name("FILE");
}

Sharing sharing_of(const SharingOptions& options) {
  Sharing sharing;
  if (!options.imbalance.empty()) {
    sharing.imbalance = parse_percent(options.imbalance) / 100;
    sharing.roles_per_slot = Sharing::kAnyNumber;
  }
  if (!options.oversubscribe.empty()) sharing.roles_per_slot = parse_roles_per_slot(options.oversubscribe);
  if (!options.loads.empty()) sharing.loads = read_numbers(options.loads);
  if (!options.speeds.empty()) sharing.speeds = read_numbers(options.speeds);
  return sharing;
}

void add_pins(const SharingOptions& options, const GivenTopology& given, mapping::MapOptions& map) {
  const Parts parts(given);
  for (const std::string& pin : options.pins) {
    try {
      add_pin(pin, parts, map);
    } catch (const InputError& error) {
      throw InputError(std::string("--pin: ") + error.what());
    }
  }
  if (!options.pin_file.empty()) add_pins_of_file(options.pin_file, parts, map);
}

void restrict_to(std::span<const Slot> slots, mapping::MapOptions& map) {
  for (PinnedRole& pin : map.pinned) {
    const Slot place = position(slots, pin.slot);
    if (place == slots.size() || slots[place] != pin.slot) {
      throw InputError(fmt::format("found role {} pinned to slot {}, expected one of --slots", pin.role, pin.slot));
    }
    pin.slot = place;
  }
  for (ConfinedRole& confined : map.sharing.confined) {
    confined.begin = position(slots, confined.begin);
    confined.end = position(slots, confined.end);
    if (confined.begin == confined.end) {
      throw InputError(fmt::format("found role {} pinned to a part without any of --slots", confined.role));
    }
  }
  if (map.sharing.speeds.empty()) return;
  std::vector<std::uint64_t> speeds;
  for (const Slot slot : slots) {
    if (slot >= map.sharing.speeds.size()) {
      throw InputError(
          fmt::format("found {} speeds, expected one for each slot of the topology", map.sharing.speeds.size()));
    }
    speeds.push_back(map.sharing.speeds[slot]);
  }
  map.sharing.speeds = std::move(speeds);
}

}  // namespace topomorph::command
