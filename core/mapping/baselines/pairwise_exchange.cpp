// MPIPP: random mappings, improved by exchanges of two roles [Chen 2006].
#include "core/mapping/baselines/pairwise_exchange.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/successive.h"
#include "core/mapping/slots/metric.h"

namespace topomorph::mapping {

namespace {

constexpr int kStarts = 5;

/// The exchanges from one random mapping. Vertices beyond the roles stand for free slots.
template <typename Between>
class PairwiseExchanges {
 public:
  PairwiseExchanges(const Graph& graph, std::size_t roles, const Between& between, std::vector<Vertex> slot_of)
      : graph_(graph), roles_(roles), between_(between), slot_of_(std::move(slot_of)) {}

  void run(const Deadline& deadline) {
    for (bool gained = true; gained && !deadline.passed();) {
      gained = false;
      for (Vertex role = 0; role < roles_ && !deadline.passed(); ++role) gained = exchange_best(role) || gained;
    }
  }
  /// Returns the cost of all edges, each counted twice.
  Cost cost() const {
    Cost sum = 0;
    for (Vertex v = 0; v < roles_; ++v) sum += static_cast<Cost>(cost_at(v, slot_of_[v], v));
    return sum;
  }
  const std::vector<Vertex>& slot_of() const { return slot_of_; }

 private:
  /// Returns the cost of v's edges with v on `slot`, without the edge to `other`: its length stays the same when both
  /// exchange slots.
  EdgeWeight cost_at(Vertex v, Vertex slot, Vertex other) const {
    EdgeWeight sum = 0;
    for (const Edge& edge : graph_.row(v)) {
      if (edge.to != other) sum += edge.weight * between_(slot, slot_of_[edge.to]);
    }
    return sum;
  }
  EdgeWeight gain(Vertex a, Vertex b) const {
    return cost_at(a, slot_of_[a], b) - cost_at(a, slot_of_[b], b) + cost_at(b, slot_of_[b], a) -
           cost_at(b, slot_of_[a], a);
  }
  bool exchange_best(Vertex role) {
    Vertex best = role;
    EdgeWeight most = 0;
    for (Vertex other = 0; other < slot_of_.size(); ++other) {
      if (other == role) continue;
      const EdgeWeight saved = gain(role, other);
      if (saved > most) most = saved, best = other;
    }
    if (best != role) std::swap(slot_of_[role], slot_of_[best]);
    return best != role;
  }

  const Graph& graph_;
  const std::size_t roles_;
  const Between& between_;
  std::vector<Vertex> slot_of_;
};

}  // namespace

Mapping map_by_exchanges(const Problem& problem) {
  const std::size_t slots = problem.topology.slots(), roles = problem.affinity.roles();
  if (slots > kMostExchangeSlots) {
    throw InputError(fmt::format("found {} slots for the algorithm \"mpipp\", expected at most {}: it tries all pairs",
                                 slots, kMostExchangeSlots));
  }
  const Metric metric(problem.topology, successive<Slot>(slots));
  const Graph graph = scaled_graph(problem.affinity, problem.options.weight, slots,
                                   (EdgeWeight{1} << 58) / std::max<EdgeWeight>(metric.largest(), 1));
  Random random(problem.options.seed);
  std::vector<Vertex> best;
  metric.with_distance([&](const auto& between) {
    Cost least = 0;
    for (int start = 0; start < kStarts && (best.empty() || !problem.deadline.passed()); ++start) {
      PairwiseExchanges exchanges(graph, roles, between, random.permutation<Vertex>(slots));
      exchanges.run(problem.deadline);
      if (best.empty() || exchanges.cost() < least) least = exchanges.cost(), best = exchanges.slot_of();
    }
  });
  return {best.begin(), best.begin() + static_cast<std::ptrdiff_t>(roles)};
}

}  // namespace topomorph::mapping
