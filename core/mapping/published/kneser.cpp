// All groups of a few elements, and the best independent ones among them (paper 000, algorithm 1 below its threshold).
#include "core/mapping/published/kneser.h"

#include <algorithm>
#include <bitset>
#include <numeric>

namespace topomorph {

namespace {

/// Elements that the threshold of 30 000 lets be grouped one by one: 245 in pairs. Larger thresholds reach farther.
constexpr std::size_t kMostElements = 512;
using Members = std::bitset<kMostElements>;

struct Group {
  std::vector<Vertex> elements;
  Members members;
  EdgeWeight outside = 0;  // volume that leaves the group
  double conflict = 0;     // mean of `outside` of the groups that share an element with this one
};

EdgeWeight volume_outside(const Graph& graph, const Group& group) {
  EdgeWeight sum = 0;
  for (const Vertex v : group.elements) {
    for (const Edge& edge : graph.row(v)) sum += group.members[edge.to] ? 0 : edge.weight;
  }
  return sum;
}

/// Every group of `arity`, in lexicographic order.
std::vector<Group> all_groups(const Graph& graph, std::size_t arity) {
  const auto n = static_cast<Vertex>(graph.vertices());
  std::vector<Vertex> chosen(arity);
  std::iota(chosen.begin(), chosen.end(), Vertex{0});
  std::vector<Group> groups;
  for (;;) {
    Group group{chosen, {}, 0, 0};
    for (const Vertex v : chosen) group.members.set(v);
    group.outside = volume_outside(graph, group);
    groups.push_back(std::move(group));
    std::size_t i = arity;
    while (i > 0 && chosen[i - 1] == n - arity + i - 1) --i;
    if (i == 0) return groups;
    ++chosen[i - 1];
    for (; i < arity; ++i) chosen[i] = chosen[i - 1] + 1;
  }
}

/// What groups have in common with others is counted by inclusion and exclusion over their elements for pairs, and one
/// by one for larger groups: there are fewer of these.
void find_conflicts(std::vector<Group>& groups, std::size_t elements, std::size_t arity) {
  if (arity == 2) {
    std::vector<double> sum(elements), count(elements);
    for (const Group& group : groups) {
      for (const Vertex v : group.elements) sum[v] += static_cast<double>(group.outside), ++count[v];
    }
    for (Group& group : groups) {
      const Vertex a = group.elements[0], b = group.elements[1];
      group.conflict = (sum[a] + sum[b] - static_cast<double>(group.outside)) / (count[a] + count[b] - 1);
    }
    return;
  }
  for (Group& group : groups) {
    double sum = 0, count = 0;
    for (const Group& other : groups) {
      if ((group.members & other.members).none()) continue;
      sum += static_cast<double>(other.outside);
      ++count;
    }
    group.conflict = sum / count;
  }
}

/// The partition that taking groups in this order from `first` on gives, and what leaves its groups.
struct Partition {
  std::vector<std::vector<Vertex>> groups;
  EdgeWeight outside = 0;
};

Partition taken_in_order(const std::vector<Group>& groups, const std::vector<std::uint32_t>& order, std::size_t first,
                         std::size_t wanted) {
  Partition partition;
  Members taken;
  for (std::size_t i = 0; i < order.size() && partition.groups.size() < wanted; ++i) {
    const Group& group = groups[order[(first + i) % order.size()]];
    if ((taken & group.members).any()) continue;
    taken |= group.members;
    partition.groups.push_back(group.elements);
    partition.outside += group.outside;
  }
  return partition;
}

Partition round_robin(const Graph& graph, std::size_t arity) {
  Partition partition;
  for (std::size_t first = 0; first < graph.vertices(); first += arity) {
    Group group{std::vector<Vertex>(arity), {}, 0, 0};
    std::iota(group.elements.begin(), group.elements.end(), static_cast<Vertex>(first));
    for (const Vertex v : group.elements) group.members.set(v);
    partition.outside += volume_outside(graph, group);
    partition.groups.push_back(std::move(group.elements));
  }
  return partition;
}

/// A few beginnings near the front of the list, where the best groups are.
void try_improve(const std::vector<Group>& groups, std::vector<std::uint32_t>& order, std::size_t wanted,
                 Partition& best) {
  constexpr std::size_t kBeginnings = 16;
  for (std::size_t first = 0; first < std::min(kBeginnings, order.size()); ++first) {
    Partition found = taken_in_order(groups, order, first, wanted);
    if (found.outside < best.outside) best = std::move(found);
  }
}

}  // namespace

std::uint64_t combinations(std::uint64_t n, std::uint64_t k, std::uint64_t limit) {
  if (k > n) return 0;
  k = std::min(k, n - k);
  unsigned __int128 product = 1;
  for (std::uint64_t i = 1; i <= k; ++i) {
    product = product * (n - k + i) / i;
    if (product > limit) return limit + 1;
  }
  return static_cast<std::uint64_t>(product);
}

std::vector<std::vector<Vertex>> best_independent_groups(const Graph& graph, std::size_t arity) {
  Partition best = round_robin(graph, arity);
  if (graph.vertices() > kMostElements) return best.groups;
  std::vector<Group> groups = all_groups(graph, arity);
  find_conflicts(groups, graph.vertices(), arity);
  const std::size_t wanted = graph.vertices() / arity;
  std::vector<std::uint32_t> order(groups.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  const auto by = [&](auto less) {
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return less(groups[a], groups[b]); });
    try_improve(groups, order, wanted, best);
  };
  by([](const Group& a, const Group& b) { return a.outside < b.outside; });
  by([](const Group& a, const Group& b) { return a.outside > b.outside; });
  by([](const Group& a, const Group& b) { return a.conflict < b.conflict; });
  return best.groups;
}

}  // namespace topomorph
