// Recursive bisection of roles and slots together, by graphs.
#include "core/mapping/baselines/recursive_bisection.h"

#include <algorithm>
#include <optional>

#include "core/base/successive.h"
#include "core/mapping/baselines/halving.h"
#include "core/mapping/graph/partition.h"
#include "core/mapping/slots/metric.h"
#include "core/mapping/slots/slot_cutter.h"

namespace topomorph::mapping {

namespace {

constexpr Effort kGraphBisectionEffort{4, 8, 10, 0};

/// Weights of the edges between slots: the nearest pair weighs kNearest, others less as they are farther apart.
class InverseDistance {
 public:
  InverseDistance(const Topology& topology, std::span<const Slot> slots) : topology_(topology), slots_(slots) {
    for (std::size_t i = 1; i < slots.size(); ++i) nearest_ = std::min(nearest_, distance(i - 1, i));
  }
  EdgeWeight between(Vertex a, Vertex b) const {
    return static_cast<EdgeWeight>(std::clamp<Cost>(kNearest * nearest_ / distance(a, b), 1, kNearest * kNearest));
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

/// Returns the complete graph of these slots.
Graph graph_of_all_pairs(const InverseDistance& weights, std::span<const Vertex> slots) {
  Graph graph;
  graph.size.assign(slots.size(), 1);
  graph.edges.reserve(slots.size() * (slots.size() - 1));
  for (Vertex a = 0; a < slots.size(); ++a) {
    for (Vertex b = 0; b < slots.size(); ++b) {
      if (a != b) graph.edges.push_back({b, weights.between(slots[a], slots[b])});
    }
    graph.begin.push_back(graph.edges.size());
  }
  return graph;
}

/// Bisects vertices into equal halves, the larger second, with a small cut.
class HalvesByCut {
 public:
  explicit HalvesByCut(const Problem& problem) : deadline_(problem.deadline), random_(problem.options.seed) {}

  /// `part` is the graph of the elements, in their order.
  void halve(std::span<Vertex> elements, const Graph& part) {
    const auto half = static_cast<std::int64_t>(elements.size() / 2);
    const Bisection cut = bisect(part, half, kGraphBisectionEffort, random_, deadline_, refiner_);
    std::vector<Vertex> sides[2];
    for (std::size_t i = 0; i < elements.size(); ++i) sides[cut.side[i]].push_back(elements[i]);
    std::copy(sides[1].begin(), sides[1].end(), std::copy(sides[0].begin(), sides[0].end(), elements.begin()));
  }

 private:
  const Deadline& deadline_;
  Random random_;
  FmRefiner refiner_;
};

/// Halves roles by their graph, and slots by the graph of all their pairs.
class GraphHalves {
 public:
  GraphHalves(const Graph& roles, const std::vector<Slot>& slots, const Problem& problem)
      : roles_(roles), weights_(problem.topology, slots), cut_(problem), scratch_(roles.vertices(), kNoVertex) {
    if (slots.size() <= kMostGraphSlots) {
      all_pairs_ = graph_of_all_pairs(weights_, successive<Vertex>(slots.size()));
    } else {
      metric_.emplace(problem.topology, slots);
    }
  }

  void operator()(std::span<Vertex> roles, std::span<Vertex> slots) {
    cut_.halve(roles, induced(roles_, roles, scratch_));
    if (!metric_) return cut_.halve(slots, induced(all_pairs_, slots, scratch_));
    if (slots.size() <= kMostGraphSlots) return cut_.halve(slots, graph_of_all_pairs(weights_, slots));
    SlotCutter(*metric_).cut(slots);  // sorts them; both halves are close together
  }

 private:
  const Graph& roles_;
  const InverseDistance weights_;
  HalvesByCut cut_;
  std::vector<Vertex> scratch_;
  Graph all_pairs_;               // of at most kMostGraphSlots slots
  std::optional<Metric> metric_;  // of more
};

}  // namespace

Mapping map_by_graph_bisection(const Problem& problem) {
  const std::vector<Slot> used = used_slots(problem);
  const Graph roles = graph_of_roles(problem, kLargestSumForDistances);
  GraphHalves halves(roles, used, problem);
  return map_by_halves(used, halves);
}

}  // namespace topomorph::mapping
