// A small quadratic assignment problem as complete tables, and the part of a mapping problem that becomes one.
#include "core/mapping/search/dense_problem.h"

#include <algorithm>
#include <numeric>

#include "core/mapping/problem/parameters.h"
#include "core/mapping/problem/slot_selection.h"

namespace topomorph::mapping {

std::int64_t DenseProblem::cost_of(const std::vector<Vertex>& slot_of) const {
  std::int64_t cost = 0;
  for (Vertex a = 0; a < size; ++a) {
    for (Vertex b = 0; b < a; ++b) cost += weight_of(a, b) * distance_of(slot_of[a], slot_of[b]);
  }
  return cost;
}

double DenseProblem::largest_sum() const {
  std::int64_t row = 0;
  for (std::size_t v = 0; v < size; ++v) {
    const auto first = weight.begin() + static_cast<std::ptrdiff_t>(v * size);
    row = std::max(row, std::accumulate(first, first + static_cast<std::ptrdiff_t>(size), std::int64_t{0}));
  }
  const std::int64_t farthest = *std::max_element(distance.begin(), distance.end());
  return 4 * static_cast<double>(row) * static_cast<double>(farthest);
}

namespace {

constexpr std::uint64_t kLargestDistance = 1 << 20;
/// DenseProblem::largest_sum() is four times as much at most.
constexpr EdgeWeight kLargestDenseSum = EdgeWeight{1} << 51;

std::size_t window_size(std::uint64_t roles) {
  return std::clamp<std::size_t>(kQap.slots_per_role * roles, kQap.least_slots, kQap.most_roles);
}

std::uint64_t farthest(const std::vector<Slot>& slots, const Topology& topology) {
  std::uint64_t result = 1;
  for (const Slot a : slots) {
    for (const Slot b : slots) result = std::max(result, topology.distance(a, b));
  }
  return result;
}

}  // namespace

DenseWindow::DenseWindow(const Problem& problem, const Mapping& around)
    : slots_(window_slots(problem.topology, around,
                          problem.topology.slots() <= kQap.most_roles ? kQap.most_roles : window_size(around.size()))) {
  const std::uint64_t largest = farthest(slots_, problem.topology);
  const std::uint64_t divisor = (largest - 1) / kLargestDistance + 1;
  const Graph graph = graph_of_roles(problem, kLargestDenseSum / static_cast<EdgeWeight>(largest / divisor));
  number_roles(graph, problem.options.pinned);
  fill(graph, problem.topology, divisor);
}

/// Numbers the roles that move and have edges, then those without edges, and the pinned ones from the end. Free slots
/// come after the second kind.
void DenseWindow::number_roles(const Graph& graph, const std::vector<PinnedRole>& pinned) {
  vertex_of_.assign(graph.vertices(), kNoVertex);
  dense_.size = slots_.size();
  Vertex last = static_cast<Vertex>(slots_.size());
  for (const PinnedRole& pin : pinned) vertex_of_[pin.role] = --last;
  dense_.columns = last;
  Vertex next = 0;
  for (const bool with_edges : {true, false}) {
    for (Vertex role = 0; role < graph.vertices(); ++role) {
      if (vertex_of_[role] == kNoVertex && graph.row(role).empty() != with_edges) vertex_of_[role] = next++;
    }
    if (with_edges) dense_.movable = next;
  }
}

void DenseWindow::fill(const Graph& graph, const Topology& topology, std::uint64_t divisor) {
  const std::size_t n = dense_.size;
  dense_.weight.assign(n * n, 0);
  dense_.distance.assign(n * n, 0);
  for (Vertex role = 0; role < graph.vertices(); ++role) {
    for (const Edge& edge : graph.row(role)) dense_.weight[vertex_of_[role] * n + vertex_of_[edge.to]] = edge.weight;
  }
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const auto far = static_cast<std::int64_t>(topology.distance(slots_[a], slots_[b]) / divisor);
      dense_.distance[a * n + b] = dense_.distance[b * n + a] = far;
    }
  }
}

std::optional<DenseLayout> DenseWindow::layout_of(const Mapping& mapping) const {
  std::vector<Vertex> slot_of(dense_.size, kNoVertex);
  std::vector<char> used(dense_.size, 0);
  for (std::size_t role = 0; role < mapping.size(); ++role) {
    const auto found = std::lower_bound(slots_.begin(), slots_.end(), mapping[role]);
    if (found == slots_.end() || *found != mapping[role]) return std::nullopt;
    slot_of[vertex_of_[role]] = static_cast<Vertex>(found - slots_.begin());
    used[slot_of[vertex_of_[role]]] = 1;
  }
  Vertex slot = 0;
  for (Vertex& of_free : slot_of) {
    if (of_free != kNoVertex) continue;
    while (used[slot]) ++slot;
    of_free = slot++;
  }
  const std::int64_t cost = dense_.cost_of(slot_of);
  return DenseLayout{std::move(slot_of), cost};
}

Mapping DenseWindow::to_mapping(const DenseLayout& layout) const {
  Mapping mapping;
  for (const Vertex vertex : vertex_of_) mapping.push_back(slots_[layout.slot_of[vertex]]);
  return mapping;
}

std::int64_t DenseWindow::lower_bound() const {
  std::int64_t shortest = static_cast<std::int64_t>(kLargestDistance), sum = 0;
  for (std::size_t a = 0; a < dense_.size; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      shortest = std::min(shortest, dense_.distance[a * dense_.size + b]);
      sum += dense_.weight[a * dense_.size + b];
    }
  }
  return sum * shortest;
}

}  // namespace topomorph::mapping
