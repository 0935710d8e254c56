// A lower bound of the cost of all assignments.
#include "core/mapping/lower_bound.h"

#include <algorithm>
#include <functional>

namespace topomorph::mapping {

namespace {

/// The nearest slots: how many a slot has at most, their distance, and the least distance of the others.
struct Nearest {
  std::size_t count = 0;
  EdgeWeight near = 0, far = 0;
};

/// Returns one hop along the cheapest dimension, counted as if all dimensions cost as much.
Nearest nearest_in_grid(const Topology& topology, EdgeWeight divisor) {
  const topology::GridTopology& grid = *grid_below(topology);
  Nearest nearest;
  EdgeWeight hop = 0;
  for (const topology::GridDimension& dimension : grid.dimensions()) {
    if (dimension.size == 1) continue;
    nearest.count += dimension.size == 2 ? 1 : 2;
    const auto cost = static_cast<EdgeWeight>(dimension.cost);
    hop = hop == 0 ? cost : std::min(hop, cost);
  }
  nearest.near = hop / divisor;
  nearest.far = 2 * hop / divisor;
  return nearest;
}

/// Returns the cost if each role had its heaviest neighbours in the nearest slots, as many of these as any slot has.
EdgeWeight bound_on_network(const Instance& instance) {
  const Metric& metric = instance.metric();
  if (!is_grid(metric.topology())) return 0;
  const Nearest nearest = nearest_in_grid(metric.topology(), metric.divisor());
  EdgeWeight twice = 0;
  std::vector<EdgeWeight> weights;
  for (Vertex role = 0; role < instance.vertices(); ++role) {
    weights.clear();
    for (const Edge& edge : instance.graph().row(role)) weights.push_back(edge.weight);
    const std::size_t count = std::min(nearest.count, weights.size());
    std::nth_element(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(count), weights.end(),
                     std::greater<>());
    for (std::size_t i = 0; i < weights.size(); ++i) twice += weights[i] * (i < count ? nearest.near : nearest.far);
  }
  return (twice + 1) / 2;
}

/// Returns the cost if every edge had the length of the lowest level.
EdgeWeight bound_on_tree(const Instance& instance) {
  EdgeWeight twice = 0;
  for (const Edge& edge : instance.graph().edges) twice += edge.weight * instance.tree().distance(1);
  return twice / 2;
}

}  // namespace

EdgeWeight lower_bound(const Instance& instance) {
  return instance.is_on_tree() ? bound_on_tree(instance) : bound_on_network(instance);
}

}  // namespace topomorph::mapping
