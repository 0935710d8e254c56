// Evaluates mappings.
#include "core/evaluation/evaluate.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/error.h"
#include "core/evaluation/companions.h"
#include "core/model/groups.h"

namespace topomorph::evaluation {
namespace {

/// Knows the node of each role on every level, computed from the intervals of the levels. Slower than the packed codes
/// of the mapping algorithms, and independent of them.
class TreeEvaluator {
 public:
  TreeEvaluator(const TreeTopology& tree, const Mapping& mapping) : tree_(tree) {
    for (std::size_t l = 1; l <= tree.levels(); ++l) {
      auto& nodes = node_of_role_.emplace_back();
      nodes.reserve(mapping.size());
      for (const Slot slot : mapping) nodes.push_back(static_cast<std::uint32_t>(tree.node_of(l, slot)));
    }
  }

  /// Returns the index of the level (0 for level 1) on which two different roles meet.
  std::size_t meet(Role a, Role b) const {
    std::size_t l = 0;
    while (node_of_role_[l][a] != node_of_role_[l][b]) ++l;
    return l;
  }

  /// Returns a role's node on level `index` + 1.
  std::uint64_t node(std::size_t index, Role role) const { return node_of_role_[index][role]; }

  std::vector<LevelTraffic> empty_levels() const {
    std::vector<LevelTraffic> levels;
    for (std::size_t l = 1; l <= tree_.levels(); ++l) {
      levels.push_back({level_name(tree_, l), tree_.level(l).distance, 0, 0});
    }
    return levels;
  }

 private:
  const TreeTopology& tree_;
  std::vector<std::vector<std::uint32_t>> node_of_role_;
};

template <typename LevelOf>
void add_traffic(const Affinity& affinity, const Mapping& mapping, LevelOf level_of) {
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      if (mapping[entry.destination] == mapping[source]) continue;
      LevelTraffic& level = level_of(source, entry.destination);
      level.bytes += entry.bytes;
      level.messages += entry.messages;
    }
  }
}

/// Adds the pairs of a group to the levels on which they meet: pairs that share a node on a level and none below.
void add_group(const GroupTraffic& group, const TreeEvaluator& judge, const Mapping& mapping,
               std::vector<LevelTraffic>& levels) {
  std::vector<std::uint64_t> closer = companions(group, [&](Role role) { return mapping[role]; });
  for (std::size_t l = 0; l < levels.size(); ++l) {
    std::vector<std::uint64_t> there = companions(group, [&](Role role) { return judge.node(l, role); });
    levels[l].bytes += volume_between(group.bytes, closer, there);
    levels[l].messages += volume_between(group.messages, closer, there);
    closer = std::move(there);
  }
}

std::vector<LevelTraffic> tree_levels(const Affinity& affinity, const TreeTopology& tree, const Mapping& mapping) {
  const TreeEvaluator judge(tree, mapping);
  std::vector<LevelTraffic> levels = judge.empty_levels();
  add_traffic(affinity, mapping, [&](Role a, Role b) -> LevelTraffic& { return levels[judge.meet(a, b)]; });
  for (const GroupTraffic& group : affinity.groups()) add_group(group, judge, mapping, levels);
  return levels;
}

std::vector<LevelTraffic> distance_levels(const Affinity& affinity, const Topology& topology, const Mapping& mapping) {
  std::map<std::uint64_t, LevelTraffic> by_distance;
  add_traffic(affinity, mapping, [&](Role a, Role b) -> LevelTraffic& {
    const std::uint64_t distance = topology.distance(mapping[a], mapping[b]);
    return by_distance.try_emplace(distance, LevelTraffic{"distance" + std::to_string(distance), distance, 0, 0})
        .first->second;
  });
  std::vector<LevelTraffic> levels;
  for (auto& [distance, level] : by_distance) levels.push_back(std::move(level));
  return levels;
}

}  // namespace

Evaluation evaluate(const Affinity& affinity, const Topology& topology, const Mapping& mapping,
                    std::uint64_t roles_per_slot) {
  Evaluation result;
  result.roles = affinity.roles();
  result.slots = topology.slots();
  try {
    check_mapping(mapping, affinity.roles(), topology.slots(), roles_per_slot);
  } catch (const InputError& error) {
    result.problem = error.what();
    return result;
  }
  result.valid = true;
  const TreeTopology* tree = as_tree(topology);
  result.levels = tree != nullptr             ? tree_levels(affinity, *tree, mapping)
                  : affinity.groups().empty() ? distance_levels(affinity, topology, mapping)
                                              : distance_levels(evaluation_pairs(affinity, mapping), topology, mapping);
  for (const LevelTraffic& level : result.levels) {
    result.hop_bytes += Cost{level.bytes} * level.distance;
    result.hop_messages += Cost{level.messages} * level.distance;
  }
  return result;
}

LevelTraffic crossing(const Affinity& affinity, const std::vector<std::uint64_t>& part_of_role) {
  LevelTraffic sum;
  for (const GroupTraffic& group : affinity.groups()) {
    const std::vector<std::uint64_t> everybody(group.members.size(), group.members.size());
    const auto together = companions(group, [&](Role role) { return part_of_role[role]; });
    sum.bytes += volume_between(group.bytes, together, everybody);
    sum.messages += volume_between(group.messages, together, everybody);
  }
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      if (part_of_role[source] == part_of_role[entry.destination]) continue;
      sum.bytes += entry.bytes;
      sum.messages += entry.messages;
    }
  }
  return sum;
}

std::string to_string(Cost cost) {
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(cost % 10));
    cost /= 10;
  } while (cost > 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

PairCosts pair_costs(const Affinity& affinity, const Topology& topology, const Mapping& mapping) {
  PairCosts costs;
  std::uint64_t pairs = 0;
  Cost hops = 0;
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      if (entry.destination == source || entry.bytes == 0) continue;
      const std::uint64_t distance = topology.distance(mapping[source], mapping[entry.destination]);
      const Cost cost = Cost{entry.bytes} * distance;
      ++pairs;
      hops += distance;
      costs.sum += cost;
      costs.most_dilation = std::max(costs.most_dilation, distance);
      costs.quality += static_cast<double>(entry.bytes) / static_cast<double>(std::max(distance, std::uint64_t{1}));
      if (cost > costs.most) costs.most = cost, costs.source = source, costs.destination = entry.destination;
    }
  }
  if (pairs > 0) costs.mean_dilation = static_cast<double>(hops) / static_cast<double>(pairs);
  return costs;
}

}  // namespace topomorph::evaluation
