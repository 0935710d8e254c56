// Recursive bisection of roles and slots together, by graphs or by coordinates.
#include "core/mapping/baselines/recursive_bisection.h"

#include <algorithm>

#include "core/base/successive.h"
#include "core/mapping/baselines/linear_order.h"
#include "core/mapping/multilevel/partition.h"
#include "core/mapping/network/metric.h"
#include "core/topology/shapes/shortest_paths.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::mapping {

namespace {

constexpr Effort kEffort{4, 8, 10, 0};

/// Returns as many slots as there are roles.
std::vector<Slot> used_slots(const Problem& problem) {
  std::vector<Slot> slots = linear_order(problem.topology);
  slots.resize(problem.affinity.roles());
  return slots;
}

/// `halve(elements, which)` moves the first half of a set of roles (`which` = 0) or of slots (1) to the front.
template <typename Halve>
void assign(std::span<Vertex> roles, std::span<Vertex> slots, Halve& halve, std::span<Vertex> slot_of) {
  if (roles.size() == 1) {
    slot_of[roles[0]] = slots[0];
    return;
  }
  halve(roles, 0);
  halve(slots, 1);
  const std::size_t half = roles.size() / 2;
  assign(roles.first(half), slots.first(half), halve, slot_of);
  assign(roles.subspan(half), slots.subspan(half), halve, slot_of);
}

template <typename Halve>
Mapping map_by_halves(const Problem& problem, std::span<const Slot> used, Halve halve) {
  const std::size_t count = used.size();
  auto roles = successive<Vertex>(count), slots = roles;
  std::vector<Vertex> slot_of(count);
  assign<Halve>(roles, slots, halve, slot_of);
  Mapping mapping(problem.affinity.roles());
  for (std::size_t role = 0; role < count; ++role) mapping[role] = used[slot_of[role]];
  return mapping;
}

/// Weights of the edges between slots: the nearest pair weighs kNearest, others less as they are farther apart.
class InverseDistance {
 public:
  InverseDistance(const Topology& topology, std::span<const Slot> slots) : topology_(topology), slots_(slots) {
    for (std::size_t i = 1; i < slots.size(); ++i) nearest_ = std::min(nearest_, distance(i - 1, i));
  }
  Edge edge(std::size_t from, Vertex to) const {
    const Cost weight = std::clamp<Cost>(kNearest * nearest_ / distance(from, to), 1, kNearest * kNearest);
    return {to, static_cast<EdgeWeight>(weight)};
  }

 private:
  static constexpr Cost kNearest = 4096;

  std::uint64_t distance(std::size_t a, std::size_t b) const {
    return std::max<std::uint64_t>(topology_.distance(slots_[a], slots_[b]), 1);
  }

  const Topology& topology_;
  std::span<const Slot> slots_;
  std::uint64_t nearest_ = ~std::uint64_t{0};
};

/// Returns the complete graph of the slots.
Graph graph_of_all_pairs(const InverseDistance& weights, std::size_t slots) {
  Graph graph;
  graph.size.assign(slots, 1);
  for (Vertex a = 0; a < slots; ++a) {
    for (Vertex b = 0; b < slots; ++b) {
      if (a != b) graph.edges.push_back(weights.edge(a, b));
    }
    graph.begin.push_back(graph.edges.size());
  }
  return graph;
}

/// Returns the graph in which a slot has edges to those that are near it, or that it is near.
Graph graph_of_near_pairs(const InverseDistance& weights, const Metric& metric) {
  std::vector<std::vector<Vertex>> near(metric.slots());
  for (Vertex a = 0; a < near.size(); ++a) {
    for (const Vertex b : metric.near(a)) near[a].push_back(b), near[b].push_back(a);
  }
  Graph graph;
  graph.size.assign(near.size(), 1);
  for (Vertex a = 0; a < near.size(); ++a) {
    std::sort(near[a].begin(), near[a].end());
    near[a].erase(std::unique(near[a].begin(), near[a].end()), near[a].end());
    for (const Vertex b : near[a]) graph.edges.push_back(weights.edge(a, b));
    graph.begin.push_back(graph.edges.size());
  }
  return graph;
}

Graph graph_of_slots(const Topology& topology, const std::vector<Slot>& slots) {
  const InverseDistance weights(topology, slots);
  return slots.size() <= kMostGraphSlots ? graph_of_all_pairs(weights, slots.size())
                                         : graph_of_near_pairs(weights, Metric(topology, slots));
}

class GraphHalves {
 public:
  GraphHalves(const Graph& roles, const Graph& slots, const Problem& problem)
      : graphs_{&roles, &slots},
        deadline_(problem.deadline),
        random_(problem.options.seed),
        scratch_(roles.vertices(), kNoVertex) {}

  void operator()(std::span<Vertex> elements, std::size_t which) {
    const Graph part = induced(*graphs_[which], elements, scratch_);
    const auto half = static_cast<std::int64_t>(elements.size() / 2);
    const Bisection cut = bisect(part, half, kEffort, random_, deadline_, refiner_);
    std::vector<Vertex> sides[2];
    for (std::size_t i = 0; i < elements.size(); ++i) sides[cut.side[i]].push_back(elements[i]);
    std::copy(sides[1].begin(), sides[1].end(), std::copy(sides[0].begin(), sides[0].end(), elements.begin()));
  }

 private:
  const Graph* graphs_[2];
  const Deadline& deadline_;
  Random random_;
  FmRefiner refiner_;
  std::vector<Vertex> scratch_;
};

/// Coordinates: one list a dimension.
using Places = std::vector<std::vector<std::uint64_t>>;

/// Returns the distances from three elements: the one farthest from the first, the one farthest from that one, and the
/// one farthest from both (by the smaller of the two distances).
template <typename DistancesFrom>
Places places_by_distance(DistancesFrom distances_from) {
  const auto farthest = [](const std::vector<std::uint64_t>& d) {
    return static_cast<std::size_t>(std::max_element(d.begin(), d.end()) - d.begin());
  };
  Places places{distances_from(farthest(distances_from(0)))};
  places.push_back(distances_from(farthest(places[0])));
  std::vector<std::uint64_t> nearer(places[0].size());
  for (std::size_t i = 0; i < nearer.size(); ++i) nearer[i] = std::min(places[0][i], places[1][i]);
  places.push_back(distances_from(farthest(nearer)));
  return places;
}

Places places_of_slots(const Topology& topology, std::span<const Slot> slots) {
  const topology::GridTopology* grid = grid_below(topology);
  if (grid == nullptr) {
    return places_by_distance([&](std::size_t from) {
      std::vector<std::uint64_t> distances;
      for (const Slot slot : slots) distances.push_back(topology.distance(slots[from], slot));
      return distances;
    });
  }
  Places places(grid->dimensions().size());
  for (std::size_t d = 0; d < places.size(); ++d) {
    for (const Slot slot : slots) {
      places[d].push_back(grid->coordinate(topology::slot_below(topology, slot), d) * grid->dimensions()[d].cost);
    }
  }
  return places;
}

Places places_in_grid(const CartesianPattern& pattern) {
  Places places(pattern.dimensions());
  for (std::int64_t cell = 0; cell < pattern.cells(); ++cell) {
    const std::vector<std::int64_t> at = coordinates(pattern.dims(), cell);
    for (std::size_t d = 0; d < at.size(); ++d) places[d].push_back(static_cast<std::uint64_t>(at[d]));
  }
  return places;
}

/// Returns the coordinates of roles by steps. Unreachable roles are farther than all others.
Places places_of_roles(const Graph& graph) {
  std::vector<topology::LinkGraph::Link> links;
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    for (const Edge& edge : graph.row(v)) {
      if (v < edge.to) links.push_back({v, edge.to, 1});
    }
  }
  const topology::LinkGraph steps(graph.vertices(), links);
  topology::ShortestPaths paths(steps);
  return places_by_distance([&](std::size_t from) {
    std::vector<std::uint64_t> distances = paths.from(from);
    for (std::uint64_t& distance : distances) distance = std::min<std::uint64_t>(distance, graph.vertices());
    return distances;
  });
}

/// Halves across the longest dimension, on a tie across the first.
class GeometricHalves {
 public:
  GeometricHalves(Places roles, Places slots) : places_{std::move(roles), std::move(slots)} {}

  void operator()(std::span<Vertex> elements, std::size_t which) const {
    const std::vector<std::uint64_t>* longest = nullptr;
    std::uint64_t most = 0;
    for (const auto& dimension : places_[which]) {
      const auto at = [&](Vertex a, Vertex b) { return dimension[a] < dimension[b]; };
      const auto [low, high] = std::minmax_element(elements.begin(), elements.end(), at);
      const std::uint64_t extent = dimension[*high] - dimension[*low];
      if (longest == nullptr || extent > most) most = extent, longest = &dimension;
    }
    std::stable_sort(elements.begin(), elements.end(),
                     [&](Vertex a, Vertex b) { return (*longest)[a] < (*longest)[b]; });
  }

 private:
  Places places_[2];
};

Graph graph_of_roles(const Problem& problem) {
  return scaled_graph(problem.affinity, problem.options.weight, problem.affinity.roles(), EdgeWeight{1} << 40);
}

}  // namespace

Mapping map_by_graph_bisection(const Problem& problem) {
  const std::vector<Slot> used = used_slots(problem);
  const Graph roles = graph_of_roles(problem), slots = graph_of_slots(problem.topology, used);
  return map_by_halves(problem, used, GraphHalves(roles, slots, problem));
}

Mapping map_by_geometry(const Problem& problem) {
  const std::vector<Slot> used = used_slots(problem);
  const auto& grid = problem.options.grid;
  Places roles = grid ? places_in_grid(*grid) : places_of_roles(graph_of_roles(problem));
  return map_by_halves(problem, used, GeometricHalves(std::move(roles), places_of_slots(problem.topology, used)));
}

}  // namespace topomorph::mapping
