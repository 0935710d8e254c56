// Improves an assignment within limits by moving roles to slots with room, and by exchanging two roles.
#include "core/mapping/search/exchange_refiner.h"

#include <algorithm>

#include "core/mapping/graph/queues.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

namespace {

class CapacitatedExchanges {
 public:
  CapacitatedExchanges(const Graph& graph, const SlotTree& tree, Occupancy& occupancy)
      : graph_(graph),
        tree_(tree),
        occupancy_(occupancy),
        queue_(graph.vertices()),
        tried_(tree.slots(), kNoVertex),
        region_level_(tree.level_of_region(kCapacitated.region)) {
    for (Vertex v = 0; v < graph.vertices(); ++v) queue_.push(v);
  }

  EdgeWeight run(const Deadline& deadline) {
    return queue_.drain(deadline, [this](Vertex v) { return improve(v); });
  }

 private:
  struct Change {
    EdgeWeight gain = 0;
    Slot to = 0;
    Vertex partner = kNoVertex;  // kNoVertex: a move
  };

  EdgeWeight cost(Vertex v, Slot slot) const { return cost_at(graph_, tree_, occupancy_.slots(), v, slot); }

  EdgeWeight between(Vertex a, Vertex b) const {
    const auto row = graph_.row(a);
    const auto edge = std::find_if(row.begin(), row.end(), [&](const Edge& other) { return other.to == b; });
    return edge == row.end() ? 0 : edge->weight;
  }

  void try_slot(Vertex v, EdgeWeight now, Slot slot, Change& best) const {
    const Slot here = occupancy_.slot_of(v);
    if (slot == here || !occupancy_.may_be_on(v, slot)) return;
    const EdgeWeight gain = now - cost(v, slot);
    if (gain > best.gain && occupancy_.fits(v, slot)) best = {gain, slot, kNoVertex};
    const auto& members = occupancy_.members(slot);
    for (std::size_t i = 0; i < std::min(members.size(), kCapacitated.partners); ++i) {
      const Vertex other = members[i];
      if (!occupancy_.may_swap(v, other)) continue;
      // the edge between the two keeps its length, but both gains count it as saved
      const EdgeWeight both =
          gain + cost(other, slot) - cost(other, here) - 2 * between(v, other) * tree_.distance(here, slot);
      if (both > best.gain) best = {both, slot, other};
    }
  }

  EdgeWeight improve(Vertex v) {
    const auto row = graph_.row(v);
    if (row.empty()) return 0;
    const EdgeWeight now = cost(v, occupancy_.slot_of(v));
    Change best;
    ++round_;
    for (const Edge& edge : heaviest(v)) {
      const std::size_t node = tree_.tree().node_of(region_level_, occupancy_.slot_of(edge.to));
      for (Slot slot = tree_.tree().begin(region_level_, node); slot < tree_.tree().begin(region_level_, node + 1);
           ++slot) {
        if (tried_[slot] == round_) continue;
        tried_[slot] = round_;
        try_slot(v, now, slot, best);
      }
    }
    if (best.gain <= 0) return 0;
    apply(v, best);
    return best.gain;
  }

  std::vector<Edge> heaviest(Vertex v) const {
    const auto row = graph_.row(v);
    std::vector<Edge> edges(row.begin(), row.end());
    const std::size_t kept = std::min(edges.size(), kCapacitated.neighbours);
    std::partial_sort(edges.begin(), edges.begin() + static_cast<std::ptrdiff_t>(kept), edges.end(), Edge::heavier);
    edges.resize(kept);
    return edges;
  }

  void apply(Vertex v, const Change& change) {
    if (change.partner != kNoVertex) {
      occupancy_.swap(v, change.partner);
      wake(change.partner);
    } else {
      occupancy_.take(v);
      occupancy_.put(v, change.to);
    }
    wake(v);
  }

  void wake(Vertex v) {
    queue_.push(v);
    for (const Edge& edge : graph_.row(v)) queue_.push(edge.to);
  }

  const Graph& graph_;
  const SlotTree& tree_;
  Occupancy& occupancy_;
  WorkQueue queue_;
  std::vector<Vertex> tried_;  // per slot: the last vertex search that looked at it
  Vertex round_ = 0;
  std::size_t region_level_;
};

}  // namespace

EdgeWeight refine_by_exchanges(const Graph& graph, const SlotTree& tree, Occupancy& occupancy,
                               const Deadline& deadline) {
  return CapacitatedExchanges(graph, tree, occupancy).run(deadline);
}

}  // namespace topomorph::mapping
