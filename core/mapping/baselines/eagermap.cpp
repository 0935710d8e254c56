// EagerMap: greedy hierarchical grouping, as published [Cruz 2019].
#include "core/mapping/baselines/eagermap.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/mapping/baselines/machines.h"
#include "core/mapping/baselines/next_member.h"

namespace topomorph::mapping {

namespace {

constexpr EdgeWeight kLargestEagermapSum = EdgeWeight{1} << 62;

/// Settings that all machines share.
struct Eager {
  std::span<const std::int64_t> load;  ///< by role; empty: balances numbers of roles
  std::size_t roles_per_slot = 1;      ///< upper bound
  Workers* workers = nullptr;          ///< null: the heap chooses the winners
};

/// Calls `use` with the finder of the winners: algorithm 8 if there are workers, else the heap.
template <typename Use>
ElementGroups with_finder(const Graph& graph, Workers* workers, const Use& use) {
  if (workers == nullptr) {
    NextMemberHeap winners(graph);
    return use(winners);
  }
  NextMemberScan winners(graph, *workers);
  return use(winners);
}

/// Target of one group by load: `share` out of the sum of all remaining shares of the remaining load, and room for so
/// many elements.
struct LoadShare {
  std::size_t share = 1, room = 0;
};

/// Returns the groups of algorithms 6 and 7, one for each share; the last groups are missing if no element is left. The
/// paper does not treat many light groups, which would not each find an object on the level below. Here no group takes
/// more than its room, nor leaves more than the groups behind it have room for.
template <typename Finder>
ElementGroups groups_by_load(Finder& finder, std::span<const std::int64_t> load, std::span<const LoadShare> wanted) {
  using Sum = unsigned __int128;
  Sum total = std::accumulate(load.begin(), load.end(), Sum{0});
  std::size_t left = load.size(), shares = 0, room = 0;
  for (const LoadShare& one : wanted) shares += one.share, room += one.room;
  ElementGroups groups;
  for (const LoadShare& one : wanted) {
    if (left == 0) break;
    room -= one.room;
    Sum sum = 0;
    auto& group = groups.emplace_back();
    finder.begin_group();
    while (left > 0 && group.size() < one.room && (group.empty() || sum * shares < total * one.share || left > room)) {
      group.push_back(finder.next());
      sum += static_cast<Sum>(load[group.back()]);
      --left;
    }
    total -= sum;
    shares -= one.share;
  }
  return groups;
}

std::vector<std::int64_t> load_of(const ElementGroups& groups, std::span<const std::int64_t> load) {
  std::vector<std::int64_t> sums(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const Vertex element : groups[g]) sums[g] += load[element];
  }
  return sums;
}

/// Algorithm 1 without its last step: the groups of every level, from [0] for the slots up to the level below the root.
class GroupTree {
 public:
  GroupTree(const Graph& roles, const TreeTopology& tree, const Eager& eager) : tree_(tree) {
    levels_.push_back(groups_on(0, roles, eager.load, eager));
    if (tree.levels() == 1) return;
    const auto load = eager.load.empty() ? std::vector<std::int64_t>() : load_of(levels_[0], eager.load);
    add_upper_levels(contracted(roles, levels_[0]), load, eager);
  }

  /// Continues with known groups of roles for the slots, and the graph of these groups.
  GroupTree(ElementGroups first, Graph of_groups, const TreeTopology& tree) : tree_(tree) {
    levels_.push_back(std::move(first));
    if (tree.levels() > 1) add_upper_levels(std::move(of_groups), {}, {});
  }

  /// Places the groups (algorithm 5). Sets `slots[r]` to the slot of role r.
  void place(std::vector<Slot>& slots) const {
    for (std::size_t element = 0; element < levels_.back().size(); ++element) {
      place(levels_.size() - 1, element, static_cast<Vertex>(element), slots);
    }
  }

 private:
  void add_upper_levels(Graph graph, std::vector<std::int64_t> load, const Eager& eager) {
    for (std::size_t level = 1; level < tree_.levels(); ++level) {
      levels_.push_back(groups_on(level, graph, load, eager));
      if (!load.empty()) load = load_of(levels_.back(), load);
      if (level + 1 < tree_.levels()) graph = contracted(graph, levels_.back());  // algorithm 4
    }
  }
  ElementGroups groups_on(std::size_t level, const Graph& graph, std::span<const std::int64_t> load,
                          const Eager& eager) const {
    const std::size_t objects = tree_.nodes(level);
    Workers* const workers = level == 0 ? eager.workers : nullptr;  // only the first is worth the threads (section 3.5)
    return with_finder(graph, workers, [&](auto& finder) {
      if (load.empty()) return even_groups(finder, graph.vertices(), objects);
      const std::size_t room = level == 0 ? eager.roles_per_slot : tree_.nodes(level - 1) / objects;
      return groups_by_load(finder, load, std::vector<LoadShare>(objects, {1, room}));
    });
  }
  void place(std::size_t level, std::size_t object, Vertex group, std::vector<Slot>& slots) const {
    const auto& members = levels_[level][group];
    const std::size_t children = level == 0 ? 0 : tree_.nodes(level - 1) / tree_.nodes(level);
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

/// Returns the number of roles of each machine, in proportion to its slots. The rest goes to the largest remainders, on
/// a tie to the first.
std::vector<std::size_t> roles_of_machines(std::span<const Machine> machines, std::size_t roles, std::uint64_t slots) {
  std::vector<std::size_t> counts;
  std::vector<std::pair<std::uint64_t, std::int64_t>> remainders;
  std::size_t given = 0;
  for (const Machine& machine : machines) {
    const auto share = static_cast<unsigned __int128>(roles) * machine.tree.slots();
    counts.push_back(static_cast<std::size_t>(share / slots));
    remainders.emplace_back(static_cast<std::uint64_t>(share % slots), -static_cast<std::int64_t>(counts.size()));
    given += counts.back();
  }
  std::sort(remainders.rbegin(), remainders.rend());
  for (std::size_t i = 0; given < roles; ++i, ++given) ++counts[static_cast<std::size_t>(-remainders[i].second) - 1];
  return counts;
}

/// Returns the roles of each machine: greedily, in proportion to the slots (section 3.6).
ElementGroups groups_of_machines(const Graph& graph, std::span<const Machine> machines, std::uint64_t slots,
                                 const Eager& eager) {
  if (machines.size() == 1) return {successive<Vertex>(graph.vertices())};
  return with_finder(graph, eager.workers, [&](auto& finder) {
    if (eager.load.empty()) return groups_of_sizes(finder, roles_of_machines(machines, graph.vertices(), slots));
    std::vector<LoadShare> shares;
    for (const Machine& machine : machines) {
      shares.push_back({machine.slots.size(), machine.slots.size() * eager.roles_per_slot});
    }
    return groups_by_load(finder, eager.load, shares);
  });
}

/// Returns the loads, limited so that their sum fits 64 bits.
std::vector<std::int64_t> loads_of(const Problem& problem) {
  const auto& given = problem.options.sharing.loads;
  std::vector<std::int64_t> loads(given.size());
  std::transform(given.begin(), given.end(), loads.begin(), [&](std::uint64_t load) {
    return static_cast<std::int64_t>(
        std::min<std::uint64_t>(load, static_cast<std::uint64_t>(kLargestEagermapSum) / given.size()));
  });
  return loads;
}

void map_machine(const Graph& graph, const Machine& machine, std::span<const Vertex> roles, const Eager& all,
                 Mapping& mapping, std::vector<Vertex>& scratch) {
  if (roles.empty()) return;
  std::vector<Vertex> ascending(roles.begin(), roles.end());
  std::sort(ascending.begin(), ascending.end());
  std::vector<std::int64_t> load;
  for (const Vertex role : ascending) {
    if (!all.load.empty()) load.push_back(all.load[role]);
  }
  Eager here = all;
  here.load = load;
  std::vector<Slot> slots(ascending.size());
  GroupTree(induced(graph, ascending, scratch), machine.tree, here).place(slots);
  for (std::size_t i = 0; i < ascending.size(); ++i) mapping[ascending[i]] = machine.slots[slots[i]];
}

Mapping map_with(const Problem& problem, Workers* workers) {
  const std::size_t roles = problem.affinity.roles();
  const Graph graph = scaled_graph(problem.affinity, problem.options.weight, roles, kLargestEagermapSum);
  const std::vector<std::int64_t> load = loads_of(problem);
  const Eager eager{load, std::min<std::size_t>(problem.options.sharing.roles_per_slot, roles), workers};
  const std::vector<Machine> machines = machines_of(problem.topology);
  const ElementGroups of_machine = groups_of_machines(graph, machines, problem.topology.slots(), eager);
  Mapping mapping(roles);
  std::vector<Vertex> scratch(roles, kNoVertex);
  for (std::size_t m = 0; m < of_machine.size(); ++m) {
    map_machine(graph, machines[m], of_machine[m], eager, mapping, scratch);
  }
  return mapping;
}

}  // namespace

ElementGroups eager_groups(const Graph& graph, std::size_t objects) {
  NextMemberHeap winners(graph);
  return even_groups(winners, graph.vertices(), objects);
}

ElementGroups eager_groups_by_load(const Graph& graph, std::span<const std::int64_t> load, std::size_t objects) {
  NextMemberHeap winners(graph);
  return groups_by_load(winners, load, std::vector<LoadShare>(objects, {1, load.size()}));
}

Mapping eager_mapping_above(ElementGroups groups, Graph of_groups, std::size_t roles, const TreeTopology& tree) {
  Mapping mapping(roles);
  GroupTree(std::move(groups), std::move(of_groups), tree).place(mapping);
  return mapping;
}

Mapping map_by_eagermap(const Problem& problem) {
  const std::string_view parameter = problem.parameter;
  if (parameter.empty()) return map_with(problem, nullptr);
  if (parameter != "scan") {
    throw InputError(fmt::format("--algorithm eagermap: found \"{}\", expected nothing or scan", parameter));
  }
  Workers alone(1);
  return map_with(problem, problem.roles() < kWorthThreads ? &alone : &problem.workers);
}

}  // namespace topomorph::mapping
