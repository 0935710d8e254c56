// TopoMatch (paper 000), as published: TreeMatch on trees, top-down where slots are missing.
#include "core/mapping/published/topomatch.h"

#include <algorithm>
#include <numeric>

#include "core/mapping/grouping.h"
#include "core/mapping/published/buckets.h"
#include "core/mapping/published/greedy_partition.h"
#include "core/mapping/published/kneser.h"
#include "core/support/error.h"

namespace topomorph {

namespace {

constexpr EdgeWeight kLargestSum = EdgeWeight{1} << 61;
constexpr int kTrials = 3;  // of greedy partitions

ElementGroups bucket_grouping(const Graph& graph, Random& random) {
  BucketStatistics statistics;
  ElementGroups groups;
  for (const auto& [a, b] : bucket_matching(graph, random, 0, statistics)) groups.push_back({a, b});
  return groups;
}

/// One group after the other out of the vertices that are in none yet.
class FastGrouping {
 public:
  FastGrouping(const Graph& graph, Random& random)
      : graph_(graph), random_(random), volume_(graph.vertices()), left_(graph.vertices()), place_(graph.vertices()) {
    std::iota(left_.begin(), left_.end(), Vertex{0});
    std::iota(place_.begin(), place_.end(), std::size_t{0});
  }

  std::vector<Vertex> next(std::size_t arity) {
    constexpr int kCandidates = 10;
    std::vector<Vertex> best;
    EdgeWeight most = -1;
    for (int candidate = 0; candidate < kCandidates; ++candidate) {
      EdgeWeight inside = 0;
      std::vector<Vertex> group = grown(left_[random_.below(left_.size())], arity, inside);
      if (inside > most) best = std::move(group), most = inside;
    }
    for (const Vertex v : best) take(v);
    return best;
  }

 private:
  std::vector<Vertex> grown(Vertex seed, std::size_t arity, EdgeWeight& inside) {
    std::vector<Vertex> group, around;
    join(seed, group, around);
    while (group.size() < arity) {
      const Vertex v = strongest(group, around);
      inside += volume_[v];
      join(v, group, around);
    }
    for (const Vertex v : around) volume_[v] = 0;
    return group;
  }
  void join(Vertex v, std::vector<Vertex>& group, std::vector<Vertex>& around) {
    group.push_back(v);
    for (const Edge& edge : graph_.row(v)) {
      if (place_[edge.to] == kTaken) continue;
      if (volume_[edge.to] == 0) around.push_back(edge.to);
      volume_[edge.to] += edge.weight;
    }
  }
  Vertex strongest(const std::vector<Vertex>& group, const std::vector<Vertex>& around) const {
    const auto in_group = [&](Vertex v) { return std::find(group.begin(), group.end(), v) != group.end(); };
    Vertex best = kNoVertex;
    for (const Vertex v : around) {
      if (in_group(v)) continue;
      if (best == kNoVertex || volume_[v] > volume_[best] || (volume_[v] == volume_[best] && v < best)) best = v;
    }
    for (std::size_t i = 0; best == kNoVertex; ++i) best = in_group(left_[i]) ? kNoVertex : left_[i];
    return best;
  }
  void take(Vertex v) {
    const std::size_t place = place_[v];
    left_[place] = left_.back();
    place_[left_[place]] = place;
    left_.pop_back();
    place_[v] = kTaken;
  }

  static constexpr std::size_t kTaken = ~std::size_t{0};
  const Graph& graph_;
  Random& random_;
  std::vector<EdgeWeight> volume_;  // of communication with the group that grows
  std::vector<Vertex> left_;
  std::vector<std::size_t> place_;  // in left_
};

ElementGroups fast_grouping(const Graph& graph, std::size_t arity, Random& random) {
  FastGrouping grouping(graph, random);
  ElementGroups groups;
  while (groups.size() * arity < graph.vertices()) groups.push_back(grouping.next(arity));
  return groups;
}

ElementGroups members_of(std::span<const Vertex> part, std::size_t parts) {
  ElementGroups groups(parts);
  for (Vertex v = 0; v < part.size(); ++v) groups[part[v]].push_back(v);
  return groups;
}

ElementGroups partition_grouping(const Graph& graph, std::size_t arity, Random& random) {
  const std::vector<std::size_t> sizes(graph.vertices() / arity, arity);
  return members_of(greedy_partition(graph, sizes, kTrials, random), sizes.size());
}

/// The vertices in the order of the slots: groups of groups, written out.
std::vector<Vertex> bottom_up(Graph graph, const TreeTopology& tree, Random& random) {
  std::vector<std::vector<Vertex>> order(graph.vertices());
  for (Vertex v = 0; v < order.size(); ++v) order[v] = {v};
  for (std::size_t level = 1; level <= tree.levels(); ++level) {
    const std::size_t arity = graph.vertices() / tree.nodes(level);
    if (arity == 1) continue;
    const ElementGroups groups = topomatch_groups(graph, arity, kTopoMatchThreshold, random);
    std::vector<std::vector<Vertex>> above;
    for (const auto& group : groups) {
      auto& joined = above.emplace_back();
      for (const Vertex element : group) joined.insert(joined.end(), order[element].begin(), order[element].end());
    }
    order = std::move(above);
    graph = contracted(graph, groups);
  }
  return order.front();
}

/// Every slot becomes a node with so many places.
TreeTopology with_places(const TreeTopology& tree, std::uint64_t places) {
  if (places == 1) return tree;
  std::vector<TreeLevel> levels(1);
  for (Slot slot = 0; slot <= tree.slots(); ++slot) levels[0].begin.push_back(slot * places);
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    levels.push_back(tree.level(l));
    for (Slot& begin : levels.back().begin) begin *= places;
  }
  return TreeTopology(std::move(levels));
}

std::uint64_t places_of(const MapProblem& problem) {
  const std::uint64_t roles = problem.affinity.roles(), slots = problem.topology.slots();
  return std::min(problem.options.sharing.roles_per_slot, (roles + slots - 1) / slots);
}

Mapping to_mapping(std::span<const Vertex> order, std::uint64_t places) {
  Mapping mapping(order.size());
  for (std::size_t place = 0; place < order.size(); ++place) mapping[order[place]] = place / places;
  return mapping;
}

/// Algorithm 3 on the nodes of one subtree: `vertices` go to the slots from `begin` on, of which there are as many.
class TopDown {
 public:
  TopDown(const Graph& graph, const TreeTopology& tree, Random& random)
      : graph_(graph), tree_(tree), random_(random), order_(graph.vertices()), scratch_(graph.vertices(), kNoVertex) {}

  void place(std::size_t level, Slot begin, std::vector<Vertex> vertices) {
    if (level == 0 || vertices.size() == 1) {
      std::copy(vertices.begin(), vertices.end(), order_.begin() + static_cast<std::ptrdiff_t>(begin));
      return;
    }
    const std::vector<std::size_t> sizes = children(level, begin, vertices.size());
    const ElementGroups parts =
        members_of(greedy_partition(induced(graph_, vertices, scratch_), sizes, kTrials, random_), sizes.size());
    for (std::size_t p = 0; p < parts.size(); ++p) {
      std::vector<Vertex> inside;
      for (const Vertex v : parts[p]) inside.push_back(vertices[v]);
      place(level - 1, begin, std::move(inside));
      begin += sizes[p];
    }
  }
  const std::vector<Vertex>& order() const { return order_; }

 private:
  std::vector<std::size_t> children(std::size_t level, Slot begin, std::size_t slots) const {
    if (level == 1) return std::vector<std::size_t>(slots, 1);
    std::vector<std::size_t> sizes;
    const auto& below = tree_.level(level - 1).begin;
    for (std::size_t node = tree_.node_of(level - 1, begin); node + 1 < below.size() && below[node] < begin + slots;
         ++node) {
      sizes.push_back(static_cast<std::size_t>(below[node + 1] - below[node]));
    }
    return sizes;
  }

  const Graph& graph_;
  const TreeTopology& tree_;
  Random& random_;
  std::vector<Vertex> order_, scratch_;
};

/// The places that are used: with fewer roles the first ones, which are as close together as any.
TreeTopology used_places(const MapProblem& problem, std::uint64_t places) {
  if (problem.tree == nullptr) throw InputError("TopoMatch's algorithms for trees need a tree topology");
  std::vector<Slot> first(problem.affinity.roles());
  std::iota(first.begin(), first.end(), Slot{0});
  return with_places(*problem.tree, places).restricted_to(first);
}

Graph graph_of_roles(const MapProblem& problem) {
  return scaled_graph(problem.affinity, problem.options.weight, problem.affinity.roles(), kLargestSum);
}

std::vector<Vertex> top_down(const Graph& graph, const TreeTopology& tree, Random& random) {
  TopDown down(graph, tree, random);
  std::vector<Vertex> all(graph.vertices());
  std::iota(all.begin(), all.end(), Vertex{0});
  down.place(tree.levels(), 0, std::move(all));
  return down.order();
}

}  // namespace

ElementGroups topomatch_groups(const Graph& graph, std::size_t arity, std::uint64_t threshold, Random& random) {
  if (combinations(graph.vertices(), arity, threshold) <= threshold) return best_independent_groups(graph, arity);
  if (arity == 2) return bucket_grouping(graph, random);
  return arity <= 5 ? fast_grouping(graph, arity, random) : partition_grouping(graph, arity, random);
}

Mapping map_topomatch(const MapProblem& problem) {
  const std::uint64_t places = places_of(problem);
  const TreeTopology tree = used_places(problem, places);
  Random random(problem.options.seed);
  const bool regular = is_regular(SlotTree(tree));
  const auto order =
      regular ? bottom_up(graph_of_roles(problem), tree, random) : top_down(graph_of_roles(problem), tree, random);
  return to_mapping(order, places);
}

Mapping map_topomatch_constrained(const MapProblem& problem) {
  const std::uint64_t places = places_of(problem);
  Random random(problem.options.seed);
  return to_mapping(top_down(graph_of_roles(problem), used_places(problem, places), random), places);
}

}  // namespace topomorph
