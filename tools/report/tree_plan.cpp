// Plans the drawing of a tree.
#include "tools/report/tree_plan.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/model/tree.h"

namespace topomorph::report {

namespace {

constexpr std::size_t kMostNodesOfLevel = 600;  // of a level: two pixels each on a wide page

std::size_t lowest_drawn(const TreeTopology& tree) {
  std::size_t level = tree.levels();
  while (level > 0 && tree.nodes(level - 1) <= kMostNodesOfLevel) --level;
  return level;
}

std::string label_of(const TreeTopology& tree, std::size_t level, std::size_t node) {
  if (level == 0) return fmt::format("{}", node);
  const bool only = tree.nodes(level) == 1, named = !tree.level(level).name.empty();
  if (only) return named ? tree.level(level).name : "whole machine";
  return fmt::format("{} {}", named ? tree.level(level).name : fmt::format("level {}:", level), node);
}

/// Returns "the hosts" or "level 1".
std::string level_as_words(const TreeTopology& tree, std::size_t level) {
  const std::string& name = tree.level(level).name;
  return name.empty() ? fmt::format("level {}", level) : "the " + plural(name);
}

std::string note_of(const TreeTopology& tree, std::size_t lowest) {
  if (lowest == 0) return "";
  const bool slots = lowest == 1;
  const std::string what = slots ? "slots" : "parts of " + level_as_words(tree, lowest - 1);
  return fmt::format("The parts below {} are not drawn: there are {} {}.", level_as_words(tree, lowest),
                     tree.nodes(lowest - 1), what);
}

}  // namespace

NetworkPlan plan_tree(const TreeTopology& tree, std::size_t host_level, const HostTable& hosts,
                      const evaluation::TreeCosts& costs) {
  NetworkPlan plan;
  plan.lowest_level = lowest_drawn(tree);
  plan.note = note_of(tree, plan.lowest_level);
  const auto slots = static_cast<double>(tree.slots());
  std::size_t above = 0;  // index of the plan's first node on the level above
  for (std::size_t level = tree.levels() + 1; level-- > plan.lowest_level;) {
    const std::size_t first = plan.nodes.size();
    for (std::size_t node = 0; node < tree.nodes(level); ++node) {
      const Slot begin = tree.begin(level, node), end = tree.begin(level, node + 1);
      plan.nodes.push_back({level == host_level ? hosts.names[node] : label_of(tree, level, node),
                            static_cast<double>(begin + end) / (2 * slots), static_cast<double>(tree.levels() - level),
                            begin, end - begin});
      if (level == tree.levels()) continue;
      plan.links.push_back({plan.nodes.size() - 1, above + tree.node_of(level + 1, begin),
                            1 / costs.levels[level].bandwidth});  // levels[level] is the level above
    }
    above = first;
  }
  return plan;
}

std::vector<LinkBytes> loads_of_tree(const NetworkPlan& plan, const TreeTopology& tree, const Affinity& affinity,
                                     const Mapping& mapping) {
  std::vector<LinkBytes> loads(plan.links.size());
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      const Slot from = mapping[source], to = mapping[entry.destination];
      const std::size_t meet = tree.lca_level(from, to);
      std::size_t begin = 0;  // of the links of this level; node 0 is the root, which has none
      for (std::size_t level = tree.levels(); level-- > plan.lowest_level;) {
        if (level < meet) {
          loads[begin + tree.node_of(level, from)].forth += entry.bytes;
          loads[begin + tree.node_of(level, to)].back += entry.bytes;
        }
        begin += tree.nodes(level);
      }
    }
  }
  return loads;
}

}  // namespace topomorph::report
