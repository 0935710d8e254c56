// What no mapping can cost less than.
#include "core/mapping/network/least_cost.h"

#include <algorithm>
#include <functional>

namespace topomorph::mapping {

namespace {

/// Of the nearest slots: how many a slot has at most, how far they are, and how far the others are at least.
struct Nearest {
  std::size_t count = 0;
  EdgeWeight near = 0, far = 0;
};

/// One hop along the cheapest dimension, as many as if all cost as much.
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

}  // namespace

EdgeWeight least_cost(const NetworkProblem& problem) {
  const Metric& metric = problem.metric();
  if (!is_grid(metric.topology())) return 0;
  const Nearest nearest = nearest_in_grid(metric.topology(), metric.divisor());
  EdgeWeight twice = 0;
  std::vector<EdgeWeight> weights;
  for (Vertex role = 0; role < problem.roles(); ++role) {
    weights.clear();
    for (const Edge& edge : problem.graph().row(role)) weights.push_back(edge.weight);
    const std::size_t count = std::min(nearest.count, weights.size());
    std::nth_element(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(count), weights.end(),
                     std::greater<>());
    for (std::size_t i = 0; i < weights.size(); ++i) twice += weights[i] * (i < count ? nearest.near : nearest.far);
  }
  return (twice + 1) / 2;
}

}  // namespace topomorph::mapping
