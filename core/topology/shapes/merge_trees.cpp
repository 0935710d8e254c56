// Merges a tree and the trees at its leaves into one tree.
#include "core/topology/shapes/merge_trees.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace topomorph::topology {

namespace {

constexpr std::string_view kHost = "host";

/// A level of a part: its distance, and the number of lower levels of the part with the same distance.
using LevelKey = std::pair<std::uint64_t, std::size_t>;

std::vector<LevelKey> keys_of(const TreeTopology& part) {
  std::vector<LevelKey> keys;
  for (std::size_t l = 1; l <= part.levels(); ++l) {
    const std::uint64_t distance = part.level(l).distance;
    const bool again = !keys.empty() && keys.back().first == distance;
    keys.emplace_back(distance, again ? keys.back().second + 1 : 0);
  }
  return keys;
}

/// Returns the part's level of hosts: the level of that name, or else the root.
std::size_t level_named_host(const TreeTopology& part) {
  for (std::size_t l = 1; l < part.levels(); ++l) {
    if (part.level(l).name == kHost) return l;
  }
  return part.levels();
}

/// The parts, each once, and all their levels from the lowest.
struct PartLevels {
  std::map<const TreeTopology*, std::vector<LevelKey>> keys;
  std::map<LevelKey, std::string> names;
  LevelKey hosts = {0, 0};  ///< the level of the hosts of all parts

  explicit PartLevels(std::span<const TreeTopology* const> parts) {
    for (const TreeTopology* part : parts) {
      if (!keys.try_emplace(part, keys_of(*part)).second) continue;
      hosts = std::max(hosts, keys[part][level_named_host(*part) - 1]);
      for (std::size_t l = 1; l <= part->levels(); ++l) {
        std::string& name = names[keys[part][l - 1]];
        if (name.empty() && part->level(l).name != kHost) name = part->level(l).name;
      }
    }
    names[hosts] = kHost;
  }

  /// Returns whether every part has its hosts on that level.
  bool agree_on_hosts() const {
    return std::all_of(keys.begin(), keys.end(),
                       [&](const auto& part) { return level_at(part.first, hosts) == level_named_host(*part.first); });
  }

  /// Returns the part's highest level that is not above the key; 0: its slots.
  std::size_t level_at(const TreeTopology* part, const LevelKey& key) const {
    const auto& own = keys.at(part);
    return static_cast<std::size_t>(std::upper_bound(own.begin(), own.end(), key) - own.begin());
  }

  std::uint64_t nodes_at(const TreeTopology* part, const LevelKey* key) const {
    return part->nodes(key == nullptr ? 0 : level_at(part, *key));
  }
};

void append_nodes(const TreeTopology& part, std::size_t level, Slot first, std::vector<Slot>& begin) {
  for (std::size_t node = 0; node < part.nodes(level); ++node) begin.push_back(first + part.begin(level, node));
}

/// Returns the levels inside the places: those below the parts' roots on which any two slots meet.
std::vector<TreeLevel> inner_levels(const PartLevels& all, std::span<const TreeTopology* const> parts,
                                    std::span<const Slot> first) {
  std::vector<TreeLevel> levels;
  const LevelKey* below = nullptr;
  for (const auto& named : all.names) {
    const LevelKey& key = named.first;
    if (key == all.names.rbegin()->first) break;  // on this level every part is one node: a place
    const auto idle = [&](const auto& part) {
      return all.nodes_at(part.first, &key) == all.nodes_at(part.first, below);
    };
    const bool useful = key == all.hosts || !std::all_of(all.keys.begin(), all.keys.end(), idle);
    below = &key;
    if (!useful) continue;
    TreeLevel level{named.second, key.first, {}};
    for (std::size_t p = 0; p < parts.size(); ++p) {
      append_nodes(*parts[p], all.level_at(parts[p], key), first[p], level.begin);
    }
    level.begin.push_back(first.back());
    levels.push_back(std::move(level));
  }
  return levels;
}

}  // namespace

std::optional<TreeTopology> merge_trees(const TreeTopology& network, std::span<const TreeTopology* const> parts,
                                        std::uint64_t scale) {
  const PartLevels all(parts);
  const auto& [top, top_name] = *all.names.rbegin();
  std::vector<Slot> first = {0};
  for (const TreeTopology* part : parts) first.push_back(first.back() + part->slots());
  const bool too_near = network.slots() > 1 && network.level(1).distance * scale < top.first;
  if (too_near || !all.agree_on_hosts()) return std::nullopt;

  std::vector<TreeLevel> levels = inner_levels(all, parts, first);
  levels.push_back({top_name, top.first, first});
  for (std::size_t l = 1; l <= network.levels() && network.slots() > 1; ++l) {
    TreeLevel level{network.level(l).name, network.level(l).distance * scale, {}, network.level(l).cables};
    for (const Slot place : network.level(l).begin) level.begin.push_back(first[place]);
    levels.push_back(std::move(level));
  }
  return TreeTopology(std::move(levels));
}

}  // namespace topomorph::topology
