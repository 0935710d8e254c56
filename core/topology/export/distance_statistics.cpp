// Computes how far apart the slots of a topology are.
#include "core/topology/export/distance_statistics.h"

#include <algorithm>
#include <random>

#include "core/model/tree.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::topology {

namespace {

constexpr std::uint64_t kMostExact = 4096, kSamples = std::uint64_t{1} << 20;

double pairs(std::uint64_t slots) { return static_cast<double>(slots) * static_cast<double>(slots - 1) / 2; }

/// Counts pairs by level: the pairs inside a level's nodes that do not meet below.
DistanceStatistics statistics_of_tree(const TreeTopology& tree) {
  double sum = 0, below = 0;
  std::uint64_t diameter = 0;
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    const TreeLevel& level = tree.level(l);
    double meeting = 0;
    for (std::size_t node = 0; node < tree.nodes(l); ++node)
      meeting += pairs(level.begin[node + 1] - level.begin[node]);
    sum += static_cast<double>(level.distance) * (meeting - below);
    if (meeting > below) diameter = level.distance;
    below = meeting;
  }
  return {diameter, sum / pairs(tree.slots()), 0};
}

/// Adds up the dimensions, which are independent: each offset along one occurs equally often with all others.
DistanceStatistics statistics_of_grid(const GridTopology& grid) {
  double average = 0;
  std::uint64_t diameter = 0;
  for (const auto& [size, wraps, cost] : grid.dimensions()) {
    double hops = 0;  // over all ordered pairs of places along the dimension
    for (std::uint64_t offset = 1; offset < size; ++offset) {
      const std::uint64_t way = wraps ? std::min(offset, size - offset) : offset;
      hops += 2.0 * static_cast<double>(way) * static_cast<double>(size - offset);
    }
    average += static_cast<double>(cost) * hops / (static_cast<double>(size) * static_cast<double>(size));
    diameter += cost * (wraps ? size / 2 : size - 1);
  }
  const auto slots = static_cast<double>(grid.slots());
  return {diameter, average * slots / (slots - 1), 0};  // excludes pairs of a slot with itself
}

DistanceStatistics statistics_of_all_pairs(const Topology& topology) {
  DistanceStatistics statistics;
  double sum = 0;
  for (Slot a = 1; a < topology.slots(); ++a) {
    for (Slot b = 0; b < a; ++b) {
      const std::uint64_t distance = topology.distance(a, b);
      statistics.diameter = std::max(statistics.diameter, distance);
      sum += static_cast<double>(distance);
    }
  }
  statistics.average = sum / pairs(topology.slots());
  return statistics;
}

DistanceStatistics statistics_of_samples(const Topology& topology) {
  DistanceStatistics statistics;
  std::mt19937_64 random(1);
  double sum = 0;
  for (; statistics.sampled < kSamples; ++statistics.sampled) {
    const Slot a = random() % topology.slots(), b = (a + 1 + random() % (topology.slots() - 1)) % topology.slots();
    const std::uint64_t distance = topology.distance(a, b);
    statistics.diameter = std::max(statistics.diameter, distance);
    sum += static_cast<double>(distance);
  }
  statistics.average = sum / static_cast<double>(kSamples);
  return statistics;
}

}  // namespace

DistanceStatistics distance_statistics(const Topology& topology) {
  if (topology.slots() == 1) return {};
  return visit_shape(
      topology, [](const TreeTopology& tree) { return statistics_of_tree(tree); },
      [](const GridTopology& grid) { return statistics_of_grid(grid); },
      [](const AnyOf<ComposedTopology, RestrictedTopology, NetworkTopology> auto& other) {
        return other.slots() <= kMostExact ? statistics_of_all_pairs(other) : statistics_of_samples(other);
      });
}

}  // namespace topomorph::topology
