// Recursive bisection of roles and slots together, by their coordinates.
#include "core/mapping/baselines/geometric_bisection.h"

#include <algorithm>
#include <cmath>

#include "core/base/successive.h"
#include "core/formats/role_files.h"
#include "core/mapping/baselines/halving.h"
#include "core/mapping/graph/graph.h"
#include "core/mapping/slots/metric.h"
#include "core/topology/shapes/shortest_paths.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::mapping {

namespace {

/// Coordinates: one list a dimension.
using CoordinateLists = std::vector<std::vector<std::uint64_t>>;

/// Returns the distances from three elements: the one farthest from the first, the one farthest from that one, and the
/// one farthest from both (by the smaller of the two distances).
template <typename DistancesFrom>
CoordinateLists places_by_distance(DistancesFrom distances_from) {
  const auto farthest = [](const std::vector<std::uint64_t>& d) {
    return static_cast<std::size_t>(std::max_element(d.begin(), d.end()) - d.begin());
  };
  CoordinateLists places{distances_from(farthest(distances_from(0)))};
  places.push_back(distances_from(farthest(places[0])));
  std::vector<std::uint64_t> nearer(places[0].size());
  for (std::size_t i = 0; i < nearer.size(); ++i) nearer[i] = std::min(places[0][i], places[1][i]);
  places.push_back(distances_from(farthest(nearer)));
  return places;
}

CoordinateLists places_of_slots(const Topology& topology, std::span<const Slot> slots) {
  const topology::GridTopology* grid = grid_below(topology);
  if (grid == nullptr) {
    return places_by_distance([&](std::size_t from) {
      std::vector<std::uint64_t> distances;
      for (const Slot slot : slots) distances.push_back(topology.distance(slots[from], slot));
      return distances;
    });
  }
  CoordinateLists places(grid->dimensions().size());
  for (std::size_t d = 0; d < places.size(); ++d) {
    for (const Slot slot : slots) {
      places[d].push_back(grid->coordinate(topology::slot_below(topology, slot), d) * grid->dimensions()[d].cost);
    }
  }
  return places;
}

CoordinateLists places_in_grid(const CartesianPattern& pattern) {
  CoordinateLists places(pattern.dimensions());
  for (std::int64_t cell = 0; cell < pattern.cells(); ++cell) {
    const std::vector<std::int64_t> at = coordinates(pattern.dims(), cell);
    for (std::size_t d = 0; d < at.size(); ++d) places[d].push_back(static_cast<std::uint64_t>(at[d]));
  }
  return places;
}

/// Returns whole numbers in proportion to the coordinates, from 0 to kLongest along the longest dimension.
CoordinateLists places_in_space(const formats::Coordinates& coordinates) {
  constexpr double kLongest = 1ULL << 30;  // coarser than the errors of a calculation
  double extent = 0;
  for (const auto& dimension : coordinates) {
    const auto [low, high] = std::minmax_element(dimension.begin(), dimension.end());
    extent = std::max(extent, *high / 2 - *low / 2);  // halves cannot overflow
  }
  const double scale = extent > 0 ? kLongest / extent : 0;
  CoordinateLists places;
  for (const auto& dimension : coordinates) {
    const double low = *std::min_element(dimension.begin(), dimension.end());
    auto& numbers = places.emplace_back();
    for (const double at : dimension)
      numbers.push_back(static_cast<std::uint64_t>(std::llround((at / 2 - low / 2) * scale)));
  }
  return places;
}

/// Returns the coordinates of roles by steps. Unreachable roles are farther than all others.
CoordinateLists places_by_steps(const Problem& problem) {
  const Graph graph = graph_of_roles(problem, kLargestSumForDistances);
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

using SideLengths = std::vector<std::uint64_t>;  // by dimension

SideLengths extents_of(const CoordinateLists& places, std::span<const Vertex> elements) {
  SideLengths extents;
  for (const auto& dimension : places) {
    const auto at = [&](Vertex a, Vertex b) { return dimension[a] < dimension[b]; };
    const auto [low, high] = std::minmax_element(elements.begin(), elements.end(), at);
    extents.push_back(dimension[*high] - dimension[*low]);
  }
  return extents;
}

std::size_t longest(const SideLengths& extents) {
  return static_cast<std::size_t>(std::max_element(extents.begin(), extents.end()) - extents.begin());
}

/// Halves each across its longest dimension, on a tie across the first.
class GeometricHalves {
 public:
  GeometricHalves(const CoordinateLists& roles, const CoordinateLists& slots) : roles_(roles), slots_(slots) {}

  void operator()(std::span<Vertex> roles, std::span<Vertex> slots) const {
    sort(roles, roles_);
    sort(slots, slots_);
  }

 private:
  static void sort(std::span<Vertex> elements, const CoordinateLists& places) {
    const auto& along = places[longest(extents_of(places, elements))];
    std::stable_sort(elements.begin(), elements.end(), [&](Vertex a, Vertex b) { return along[a] < along[b]; });
  }

  const CoordinateLists &roles_, &slots_;
};

/// Halves roles and slots across the same dimension: the longest of the set that is more elongated.
class AlignedHalves {
 public:
  AlignedHalves(const CoordinateLists& roles, const CoordinateLists& slots) : roles_(roles), slots_(slots) {}

  void operator()(std::span<Vertex> roles, std::span<Vertex> slots) const {
    const SideLengths of_roles = extents_of(roles_, roles), of_slots = extents_of(slots_, slots);
    const std::size_t along = elongation(of_roles) >= elongation(of_slots) ? longest(of_roles) : longest(of_slots);
    sort(roles, roles_, along);
    sort(slots, slots_, along);
  }

 private:
  static double elongation(const SideLengths& extents) {
    const auto [least, most] = std::minmax_element(extents.begin(), extents.end());
    return static_cast<double>(*most) / std::max(static_cast<double>(*least), 1e-9);
  }

  /// Sorts by this dimension, on a tie by the others from the first.
  static void sort(std::span<Vertex> elements, const CoordinateLists& places, std::size_t along) {
    std::stable_sort(elements.begin(), elements.end(), [&](Vertex a, Vertex b) {
      if (places[along][a] != places[along][b]) return places[along][a] < places[along][b];
      for (const auto& dimension : places) {
        if (dimension[a] != dimension[b]) return dimension[a] < dimension[b];
      }
      return false;
    });
  }

  const CoordinateLists &roles_, &slots_;
};

CoordinateLists places_of_roles(const Problem& problem) {
  constexpr std::string_view kWithFile = "rgeob:";
  if (problem.options.algorithm.starts_with(kWithFile)) {
    return places_in_space(
        formats::read_coordinates(problem.options.algorithm.substr(kWithFile.size()), problem.roles()));
  }
  const auto& grid = problem.options.grid;
  return grid ? places_in_grid(*grid) : places_by_steps(problem);
}

/// Returns the dimensions in which the elements differ.
CoordinateLists without_flat_dimensions(const CoordinateLists& places) {
  CoordinateLists kept;
  const auto all = successive<Vertex>(places.front().size());
  const SideLengths extents = extents_of(places, all);
  for (std::size_t d = 0; d < places.size(); ++d) {
    if (extents[d] > 0) kept.push_back(places[d]);
  }
  return kept;
}

bool has_coordinates(const Problem& problem) {
  const bool roles = problem.options.grid.has_value() || !problem.parameter.empty();
  return roles && grid_below(problem.topology) != nullptr;
}

Mapping by_longest(std::span<const Slot> used, const CoordinateLists& roles, const CoordinateLists& slots) {
  GeometricHalves halves(roles, slots);
  return map_by_halves(used, halves);
}

/// Returns the cheapest mapping of aligned halves over all rotations, or `best` if none costs less.
Mapping best_rotation(const Problem& problem, std::span<const Slot> used, const CoordinateLists& roles,
                      const CoordinateLists& slots, Mapping best) {
  Cost least = cost_of(problem, best);
  auto order = successive<std::size_t>(slots.size());
  do {
    CoordinateLists rotated;
    for (const std::size_t dimension : order) rotated.push_back(slots[dimension]);
    AlignedHalves halves(roles, rotated);
    Mapping mapping = map_by_halves(used, halves);
    if (const Cost cost = cost_of(problem, mapping); cost < least) least = cost, best = std::move(mapping);
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

}  // namespace

Mapping start_by_geometry(const Problem& problem) {
  const std::vector<Slot> used = used_slots(problem);
  return by_longest(used, places_of_roles(problem), places_of_slots(problem.topology, used));
}

Mapping map_by_geometry(const Problem& problem) {
  const std::vector<Slot> used = used_slots(problem);
  const CoordinateLists roles = places_of_roles(problem), slots = places_of_slots(problem.topology, used);
  Mapping mapping = by_longest(used, roles, slots);
  if (!has_coordinates(problem)) return mapping;
  const CoordinateLists long_roles = without_flat_dimensions(roles), long_slots = without_flat_dimensions(slots);
  if (long_roles.empty() || long_roles.size() != long_slots.size() || long_roles.size() > kMostRotated) return mapping;
  return best_rotation(problem, used, long_roles, long_slots, std::move(mapping));
}

}  // namespace topomorph::mapping
