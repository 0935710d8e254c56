// EagerMap (paper 004): greedy hierarchical grouping, as published.
#include "core/mapping/published/eagermap.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/mapping/grouping.h"
#include "core/mapping/published/winners.h"
#include "core/topology/shapes/composed.h"

namespace topomorph {

namespace {

constexpr EdgeWeight kLargestSum = EdgeWeight{1} << 62;

/// Algorithm 2, whoever finds the winners (algorithm 3 or 8).
template <typename Finder>
ElementGroups groups_by(Finder& finder, std::size_t elements, std::size_t objects) {
  const std::size_t count = std::min(elements, objects);
  ElementGroups groups(count);
  for (std::size_t g = 0; g < count; ++g) {
    groups[g].resize(elements / count + (g < elements % count ? 1 : 0));
    finder.begin_group();
    for (Vertex& member : groups[g]) member = finder.next();
  }
  return groups;
}

/// Algorithms 6 and 7. `most` elements have room in a group: the paper says nothing of groups that are light and many,
/// which would not find an object each on the level below.
ElementGroups groups_by_load(const Graph& graph, std::span<const std::int64_t> load, std::size_t objects,
                             std::size_t most) {
  Winners winners(graph);
  std::int64_t total = std::accumulate(load.begin(), load.end(), std::int64_t{0});
  ElementGroups groups;
  for (std::size_t left = load.size(); left > 0 && objects > 0; --objects) {
    const std::int64_t threshold = total / static_cast<std::int64_t>(objects);
    std::int64_t sum = 0;
    auto& group = groups.emplace_back();
    winners.begin_group();
    const auto must_take = [&] { return left > (objects - 1) * most; };
    while (left > 0 && group.size() < most && (group.empty() || sum < threshold || must_take())) {
      group.push_back(winners.next());
      sum += load[group.back()];
      --left;
    }
    total -= sum;
  }
  return groups;
}

/// What the levels of one machine share.
struct Eager {
  std::span<const std::int64_t> load;  ///< of each role; empty: numbers are balanced
  Workers* workers = nullptr;          ///< null: the heap finds the winners
};

std::vector<std::int64_t> load_of(const ElementGroups& groups, std::span<const std::int64_t> load) {
  std::vector<std::int64_t> sums(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const Vertex element : groups[g]) sums[g] += load[element];
  }
  return sums;
}

/// Algorithm 1 without its last step: the groups of every level, [0] for the slots, up to below the root.
class GroupTree {
 public:
  GroupTree(const Graph& roles, const TreeTopology& tree, const Eager& eager) : tree_(tree) {
    Graph graph = roles;
    std::vector<std::int64_t> load(eager.load.begin(), eager.load.end());
    for (std::size_t level = 0; level < tree.levels(); ++level) {
      levels_.push_back(groups_on(level, graph, load, eager));
      if (!load.empty()) load = load_of(levels_.back(), load);
      if (level + 1 < tree.levels()) {
        graph = contracted(graph, levels_.back());  // algorithm 4
      }
    }
  }

  /// Algorithm 5. `slots[r]` becomes the slot of role r.
  void place(std::vector<Slot>& slots) const {
    for (std::size_t element = 0; element < levels_.back().size(); ++element) {
      place(levels_.size() - 1, element, static_cast<Vertex>(element), slots);
    }
  }

 private:
  std::size_t objects_on(std::size_t level) const {
    return level == 0 ? static_cast<std::size_t>(tree_.slots()) : tree_.nodes(level);
  }
  ElementGroups groups_on(std::size_t level, const Graph& graph, std::span<const std::int64_t> load,
                          const Eager& eager) const {
    const std::size_t objects = objects_on(level);
    if (!load.empty()) {
      const std::size_t most = level == 0 ? graph.vertices() : objects_on(level - 1) / objects;
      return groups_by_load(graph, load, objects, most);
    }
    if (level > 0 || eager.workers == nullptr) return eager_groups(graph, objects);
    ScanningWinners winners(graph, *eager.workers);  // only the first level is worth the threads (section 3.5)
    return groups_by(winners, graph.vertices(), objects);
  }
  void place(std::size_t level, std::size_t object, Vertex group, std::vector<Slot>& slots) const {
    const auto& members = levels_[level][group];
    const std::size_t children = level == 0 ? 0 : objects_on(level - 1) / objects_on(level);
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (level == 0) {
        slots[members[i]] = object;
      } else {
        place(level - 1, object * children + i, members[i], slots);
      }
    }
  }

  const TreeTopology& tree_;
  std::vector<ElementGroups> levels_;
};

/// A part of the topology that is a regular tree: slots from `begin` on.
struct Part {
  Slot begin = 0;
  TreeTopology tree;
};

TreeTopology single_slot() { return TreeTopology({{"", 0, {0, 1}}}); }

void add_single_slots(Slot begin, Slot end, std::vector<Part>& parts) {
  for (Slot slot = begin; slot < end; ++slot) parts.push_back({slot, single_slot()});
}

TreeTopology subtree(const TreeTopology& tree, Slot begin, Slot end) {
  std::vector<Slot> slots(end - begin);
  std::iota(slots.begin(), slots.end(), begin);
  return tree.restricted_to(slots);
}

/// The nodes of the highest level on which all nodes are regular inside.
void add_tree(const TreeTopology& tree, Slot begin, std::vector<Part>& parts) {
  for (std::size_t level = tree.levels(); level >= 1; --level) {
    std::vector<Part> nodes;
    const auto& first = tree.level(level).begin;
    bool regular = true;
    for (std::size_t node = 0; node + 1 < first.size() && regular; ++node) {
      nodes.push_back({begin + first[node], subtree(tree, first[node], first[node + 1])});
      regular = is_regular(SlotTree(nodes.back().tree));
    }
    if (!regular) continue;
    parts.insert(parts.end(), nodes.begin(), nodes.end());
    return;
  }
  add_single_slots(begin, begin + tree.slots(), parts);
}

std::vector<Part> machines_of(const Topology& topology) {
  std::vector<Part> parts;
  const auto* composed = dynamic_cast<const ComposedTopology*>(&topology);
  if (const auto* tree = dynamic_cast<const TreeTopology*>(&topology)) {
    add_tree(*tree, 0, parts);
  } else if (composed == nullptr) {
    add_single_slots(0, topology.slots(), parts);
  } else {
    for (std::size_t place = 0; place + 1 < composed->begin().size(); ++place) {
      const auto* tree_inside = dynamic_cast<const TreeTopology*>(&composed->part(place));
      const Slot begin = composed->begin()[place];
      if (tree_inside != nullptr) {
        add_tree(*tree_inside, begin, parts);
      } else {
        add_single_slots(begin, composed->begin()[place + 1], parts);
      }
    }
  }
  return parts;
}

/// In proportion to the slots; what is left over goes to the largest remainders, of equal ones to the first.
std::vector<std::size_t> roles_of_parts(std::span<const Part> parts, std::size_t roles, std::uint64_t slots) {
  std::vector<std::size_t> counts;
  std::vector<std::pair<std::uint64_t, std::int64_t>> remainders;
  std::size_t given = 0;
  for (const Part& part : parts) {
    const auto share = static_cast<unsigned __int128>(roles) * part.tree.slots();
    counts.push_back(static_cast<std::size_t>(share / slots));
    remainders.emplace_back(static_cast<std::uint64_t>(share % slots), -static_cast<std::int64_t>(counts.size()));
    given += counts.back();
  }
  std::sort(remainders.rbegin(), remainders.rend());
  for (std::size_t i = 0; given < roles; ++i, ++given) ++counts[static_cast<std::size_t>(-remainders[i].second) - 1];
  return counts;
}

/// Section 3.6: who runs on which machine, greedily; each machine has so many.
ElementGroups groups_of_sizes(const Graph& graph, std::span<const std::size_t> sizes) {
  Winners winners(graph);
  ElementGroups groups;
  for (const std::size_t size : sizes) {
    winners.begin_group();
    auto& group = groups.emplace_back(size);
    for (Vertex& member : group) member = winners.next();
  }
  return groups;
}

/// The same by load, in proportion to the slots.
ElementGroups groups_of_loads(const Graph& graph, std::span<const std::int64_t> load, std::span<const Part> parts) {
  Winners winners(graph);
  ElementGroups groups;
  auto total = static_cast<double>(std::accumulate(load.begin(), load.end(), std::int64_t{0}));
  double slots = 0;
  for (const Part& part : parts) slots += static_cast<double>(part.tree.slots());
  std::size_t left = load.size();
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto here = static_cast<double>(parts[p].tree.slots());
    double sum = 0;
    winners.begin_group();
    auto& group = groups.emplace_back();
    while (left > 0 && (sum < total * here / slots || p + 1 == parts.size())) {
      group.push_back(winners.next());
      sum += static_cast<double>(load[group.back()]);
      --left;
    }
    total -= sum;
    slots -= here;
  }
  return groups;
}

std::vector<std::int64_t> loads_of(const MapProblem& problem) {
  const auto& given = problem.options.sharing.loads;
  std::vector<std::int64_t> loads(given.size());
  std::transform(given.begin(), given.end(), loads.begin(), [](std::uint64_t load) {
    return static_cast<std::int64_t>(std::min<std::uint64_t>(load, std::uint64_t{1} << 40));
  });
  return loads;
}

void map_part(const Graph& graph, const Part& part, std::span<const Vertex> roles, const Eager& all, Mapping& mapping,
              std::vector<Vertex>& scratch) {
  if (roles.empty()) return;
  std::vector<Vertex> ascending(roles.begin(), roles.end());
  std::sort(ascending.begin(), ascending.end());
  std::vector<std::int64_t> load;
  for (const Vertex role : ascending) {
    if (!all.load.empty()) load.push_back(all.load[role]);
  }
  std::vector<Slot> slots(ascending.size());
  GroupTree(induced(graph, ascending, scratch), part.tree, {load, all.workers}).place(slots);
  for (std::size_t i = 0; i < ascending.size(); ++i) mapping[ascending[i]] = part.begin + slots[i];
}

Mapping map_with(const MapProblem& problem, Workers* workers) {
  const std::size_t roles = problem.affinity.roles();
  const Graph graph = scaled_graph(problem.affinity, problem.options.weight, roles, kLargestSum);
  const std::vector<std::int64_t> load = loads_of(problem);
  const std::vector<Part> parts = machines_of(problem.topology);
  const ElementGroups of_part = load.empty()
                                    ? groups_of_sizes(graph, roles_of_parts(parts, roles, problem.topology.slots()))
                                    : groups_of_loads(graph, load, parts);
  Mapping mapping(roles);
  std::vector<Vertex> scratch(roles, kNoVertex);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    map_part(graph, parts[p], of_part[p], {load, workers}, mapping, scratch);
  }
  return mapping;
}

}  // namespace

ElementGroups eager_groups(const Graph& graph, std::size_t objects) {
  Winners winners(graph);
  return groups_by(winners, graph.vertices(), objects);
}

ElementGroups eager_groups_by_load(const Graph& graph, std::span<const std::int64_t> load, std::size_t objects) {
  return groups_by_load(graph, load, objects, load.size());
}

Mapping map_eagerly(const MapProblem& problem) { return map_with(problem, nullptr); }

Mapping map_eagerly_by_scanning(const MapProblem& problem) {
  Workers workers(problem.options.threads);
  return map_with(problem, &workers);
}

}  // namespace topomorph
