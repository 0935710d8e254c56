// Latency and bandwidth of the levels of a machine, also those that a topology brings along.
#include "core/evaluation/level_costs.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/base/successive.h"
#include "core/base/text.h"
#include "core/topology/sources/measured/network.h"
#include "core/topology/spec.h"

namespace topomorph::evaluation {

namespace {

constexpr double kMicrosecond = 1e-6, kMegabyte = 1e6;

std::optional<LinkCost> parse_cost(std::string_view latency, std::string_view bandwidth) {
  const auto microseconds = parse_real(latency), megabytes = parse_real(bandwidth);
  if (!microseconds || !megabytes || *microseconds < 0 || *megabytes <= 0) return std::nullopt;
  return LinkCost{*microseconds * kMicrosecond, *megabytes * kMegabyte};
}

LevelCosts::Level parse_line(const LineReader& reader, std::string_view line) {
  Words words(line);
  const std::string name(words.next());
  const std::string_view latency = words.next(), bandwidth = words.next();
  const auto cost = parse_cost(latency, bandwidth);
  if (!cost || !words.next().empty()) {
    reader.fail(
        fmt::format("found \"{}\", expected a level, its latency (us, 0 or more) and its bandwidth (MB/s, above 0)",
                    line.substr(0, 60)));
  }
  return {name, *cost};
}

LevelCosts read_file(const std::string& path) {
  LineReader reader(path);
  LevelCosts costs;
  while (const auto line = reader.next()) {
    const std::string_view text = line->substr(0, line->find('#'));
    if (text.find_first_not_of(" \t") == std::string_view::npos) continue;
    LevelCosts::Level level = parse_line(reader, text);
    const auto same = [&](const LevelCosts::Level& other) { return other.name == level.name; };
    if (std::any_of(costs.levels.begin(), costs.levels.end(), same)) {
      reader.fail(fmt::format("found the level \"{}\" a second time, expected each once", level.name));
    }
    costs.levels.push_back(std::move(level));
  }
  if (costs.levels.empty()) reader.fail("the file holds no levels, expected one on each line");
  return costs;
}

LevelCosts read_numbers(const std::string& text) {
  LevelCosts costs{{}, true};
  Words levels(text, ":");
  for (auto level = levels.next(); !level.empty(); level = levels.next()) {
    const auto slash = level.find('/');
    const auto cost = parse_cost(level.substr(0, slash), level.substr(std::min(slash, level.size() - 1) + 1));
    if (!cost) {
      throw InputError(
          fmt::format("level costs \"{}\": found \"{}\", expected LATENCY/BANDWIDTH (us and MB/s)", text, level));
    }
    costs.levels.push_back({fmt::format("level{}", costs.levels.size() + 1), *cost});
  }
  return costs;
}

const LevelCosts::Level* find(const LevelCosts& costs, const TreeTopology& tree, std::size_t l) {
  const std::string number = fmt::format("level{}", l), &name = tree.level(l).name;
  const auto fits = [&](const LevelCosts::Level& level) {
    return level.name == number || (!name.empty() && level.name == name);
  };
  const auto found = std::find_if(costs.levels.begin(), costs.levels.end(), fits);
  return found == costs.levels.end() ? nullptr : &*found;
}

std::string names_of(const TreeTopology& tree) {
  return listed(successive<std::size_t>(tree.levels(), 1), [&](std::size_t l) { return level_name(tree, l); });
}

/// Whether the lines stand for the levels in their order: they are as many, and no name has another place.
bool fit_in_order(const std::vector<const LevelCosts::Level*>& named, const LevelCosts& costs) {
  if (costs.levels.size() != named.size()) return false;
  for (std::size_t i = 0; i < named.size(); ++i) {
    if (named[i] != nullptr && named[i] != &costs.levels[i]) return false;
  }
  return true;
}

/// Returns the line of each of the tree's levels, from level 1 on.
std::vector<const LevelCosts::Level*> level_of_each(const TreeTopology& tree, const LevelCosts& costs) {
  std::vector<const LevelCosts::Level*> known;
  for (std::size_t l = 1; l <= tree.levels(); ++l) known.push_back(find(costs, tree, l));
  if (fit_in_order(known, costs)) {
    for (std::size_t i = 0; i < known.size(); ++i) known[i] = &costs.levels[i];
  } else if (std::ranges::count(known, nullptr) == std::ssize(known)) {
    throw InputError(fmt::format("found level costs for none of the topology's levels, expected {}, or any {} names",
                                 names_of(tree), tree.levels()));
  }
  for (std::size_t i = known.size() - 1; i-- > 0;) known[i] = known[i] != nullptr ? known[i] : known[i + 1];
  for (std::size_t i = 1; i < known.size(); ++i) known[i] = known[i] != nullptr ? known[i] : known[i - 1];
  return known;
}

}  // namespace

void append_level(TreeCosts& costs, LinkCost level, double uplink) {
  if (!costs.levels.empty()) {
    level.latency = std::max(level.latency, costs.levels.back().latency);
    level.bandwidth = std::min(level.bandwidth, costs.levels.back().bandwidth);
  }
  costs.levels.push_back(level);
  costs.uplinks.push_back(uplink);
}

void take_cables(TreeCosts& costs, const TreeTopology& tree) {
  for (std::size_t l = 1; l < tree.levels(); ++l) {
    const Cables cables = tree.level(l).cables;
    if (cables.count > 0) costs.uplinks[l] = static_cast<double>(cables.count) * cables.speed * costs.uplinks[l - 1];
  }
}

std::vector<double> TreeCosts::all_uplinks() const {
  std::vector<double> all;
  for (std::size_t l = 0; l < levels.size(); ++l) all.push_back(uplink(l));
  return all;
}

void TreeCosts::forget_bandwidth_below(std::size_t level) {
  constexpr double kNoTime = std::numeric_limits<double>::infinity();
  for (std::size_t l = 0; l < std::min(level, levels.size()); ++l) {
    levels[l].bandwidth = kNoTime;
    if (!uplinks.empty()) uplinks[l] = kNoTime;
  }
}

double TreeCosts::slowdown() const {
  return levels.size() < 2 ? 1 : levels[levels.size() - 2].bandwidth / levels.back().bandwidth;
}

bool are_level_costs(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789.eE+-/:") == std::string::npos && text.find('/') != 0;
}

LevelCosts read_level_costs(const std::string& file_or_numbers) {
  return are_level_costs(file_or_numbers) ? read_numbers(file_or_numbers) : read_file(file_or_numbers);
}

void write_level_costs(const LevelCosts& costs, const std::string& comment, const std::string& path) {
  AtomicFile file(path);
  file.write("# " + comment + "\n# level, latency in us, bandwidth in MB/s\n");
  for (const LevelCosts::Level& level : costs.levels) {
    file.write(fmt::format("{} {:.3f} {:.3f}\n", level.name, level.cost.latency / kMicrosecond,
                           level.cost.bandwidth / kMegabyte));
  }
  file.commit();
}

TreeCosts costs_of(const TreeTopology& tree, const LevelCosts& costs) {
  if (costs.by_number && costs.levels.size() > tree.levels()) {
    throw InputError(fmt::format("found level costs of {} levels, expected {} at the most: {}, from the slots up",
                                 costs.levels.size(), tree.levels(), names_of(tree)));
  }
  TreeCosts result{{}, false};
  for (const LevelCosts::Level* level : level_of_each(tree, costs))
    append_level(result, level->cost, level->cost.bandwidth);
  take_cables(result, tree);
  return result;
}

TreeCosts assumed_costs(const TreeTopology& tree) {
  TreeCosts costs;
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    const auto distance = std::max(static_cast<double>(tree.level(l).distance), 1e-3);
    costs.levels.push_back({kAssumedPerDistance.latency * distance, kAssumedPerDistance.bandwidth / distance});
    costs.uplinks.push_back(costs.levels.back().bandwidth);
  }
  take_cables(costs, tree);
  return costs;
}

namespace {

/// Returns what the hosts of a node send up together: each as much as a pair of a loaded network. The link of a host
/// lets one pair through as if it were alone.
double uplink_of(const topology::MeasuredLevel& level, std::size_t hosts, std::size_t nodes) {
  return hosts == nodes ? level.alone : level.loaded * static_cast<double>(hosts) / static_cast<double>(nodes);
}

}  // namespace

std::optional<TreeCosts> carried_costs(const std::string& spec, const TreeTopology& tree) {
  constexpr std::string_view kMeasured = "measured:";
  const std::string network = topology::network_of(spec);
  if (!network.starts_with(kMeasured)) return std::nullopt;
  const topology::MeasuredNetwork measured = topology::read_measured(network.substr(kMeasured.size()));
  const TreeCosts assumed = assumed_costs(tree);
  TreeCosts costs{{}, true};
  std::size_t hosts = 0;  // their number, as soon as a level of the network is known
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    const auto level = std::ranges::find(measured.levels, tree.level(l).name, &topology::MeasuredLevel::name);
    if (level == measured.levels.end()) {
      append_level(costs, assumed.levels[l - 1], assumed.uplink(l - 1));
      continue;
    }
    if (costs.assumed) hosts = tree.nodes(l - 1);
    costs.assumed = false;
    append_level(costs, {level->latency, level->alone}, uplink_of(*level, hosts, tree.nodes(l - 1)));
  }
  return costs.assumed ? std::nullopt : std::optional(std::move(costs));
}

}  // namespace topomorph::evaluation
