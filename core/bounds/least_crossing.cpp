// Bounds the traffic between parts by role and by shape.
#include "core/bounds/least_crossing.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "core/mapping/grids/recognition.h"

namespace topomorph::bounds {
namespace {

using mapping::Edge;
using mapping::Graph;
using mapping::Vertex;

/// Returns half of what all roles together have with partners that do not fit into their parts.
double by_role(const Graph& graph, std::uint64_t size) {
  double twice = 0;
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    const auto row = graph.row(v);
    if (row.size() < size) continue;
    std::vector<mapping::EdgeWeight> weights;
    for (const Edge& edge : row) weights.push_back(edge.weight);
    const auto outside = weights.begin() + static_cast<std::ptrdiff_t>(size - 1);
    std::ranges::nth_element(weights, outside, std::greater<>());
    for (auto weight = outside; weight != weights.end(); ++weight) twice += static_cast<double>(*weight);
  }
  return twice / 2;
}

double sum_of_rows(const Affinity& affinity, Weight weight) {
  double sum = 0;
  for (Role role = 0; role < affinity.roles(); ++role) {
    for (const AffinityEntry& entry : affinity.row(role)) sum += static_cast<double>(volume_of(entry, weight));
  }
  return sum;
}

double of_group(const GroupTraffic& group, Weight weight, std::uint64_t size) {
  const auto members = static_cast<double>(group.members.size());
  const double outside = std::max(members - static_cast<double>(size), 0.0) / (members - 1);
  double sum = 0;
  for (const std::uint64_t volume : weight == Weight::Bytes ? group.bytes : group.messages)
    sum += static_cast<double>(volume);
  return sum * outside;
}

}  // namespace

LeastCrossing::LeastCrossing(const Affinity& affinity, Weight weight)
    : affinity_(affinity), weight_(weight), rows_(sum_of_rows(affinity, weight)) {
  if (rows_ == 0 || rows_ > static_cast<double>(mapping::kLargestSum)) return;  // graphs have rounded weights then
  graph_ = mapping::scaled_graph(affinity, weight, affinity.roles(), mapping::kLargestSum);
  if (graph_.edges.empty()) return;
  if (const auto lattice = mapping::recognise_lattice(graph_)) shape_.emplace(graph_, *lattice);
}

std::uint64_t LeastCrossing::between_parts_of(std::uint64_t size) const {
  constexpr double kRounding = 1e-9;
  size = std::max<std::uint64_t>(size, 1);
  double least = by_role(graph_, size);
  if (shape_) least = std::max(least, shape_->crossing(static_cast<double>(size)));
  for (const GroupTraffic& group : affinity_.groups()) least += of_group(group, weight_, size);
  return static_cast<std::uint64_t>(std::ceil(std::max(least * (1 - kRounding) - rows_ * kRounding, 0.0)));
}

}  // namespace topomorph::bounds
