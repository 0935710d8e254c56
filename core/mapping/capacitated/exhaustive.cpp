// The best assignment within limits there is, for very few roles.
#include "core/mapping/capacitated/exhaustive.h"

#include <algorithm>
#include <numeric>

#include "core/mapping/capacitated/exchange_refiner.h"

namespace topomorph::mapping {

namespace {

class Search {
 public:
  Search(const Graph& graph, const SlotTree& tree, const Limits& limits, const std::vector<Vertex>& start,
         std::uint64_t budget)
      : graph_(graph),
        tree_(tree),
        occupancy_(limits, tree.slots()),
        budget_(budget),
        best_(start),
        least_(assignment_cost(graph, tree, start)),
        order_(graph.vertices()) {
    std::iota(order_.begin(), order_.end(), Vertex{0});
    std::vector<EdgeWeight> weight(graph.vertices(), 0);
    for (Vertex v = 0; v < graph.vertices(); ++v) {
      for (const Edge& edge : graph.row(v)) weight[v] += edge.weight;
    }
    std::stable_sort(order_.begin(), order_.end(), [&](Vertex a, Vertex b) { return weight[a] > weight[b]; });
  }

  std::optional<std::vector<Vertex>> run() {
    extend(0, 0);
    return budget_ == 0 ? std::nullopt : std::optional(best_);
  }

 private:
  void extend(std::size_t depth, EdgeWeight cost) {
    if (cost >= least_ || budget_ == 0) return;
    if (depth == order_.size()) {
      least_ = cost;
      best_ = occupancy_.slots();
      return;
    }
    const Vertex v = order_[depth];
    for (Slot slot = 0; slot < tree_.slots() && budget_ > 0; ++slot) {
      if (!occupancy_.fits(v, slot)) continue;
      --budget_;
      const EdgeWeight more = cost_on(graph_, tree_, occupancy_, v, slot);
      occupancy_.put(v, slot);
      extend(depth + 1, cost + more);
      occupancy_.take(v);
    }
  }

  const Graph& graph_;
  const SlotTree& tree_;
  Occupancy occupancy_;
  std::uint64_t budget_;
  std::vector<Vertex> best_;
  EdgeWeight least_;
  std::vector<Vertex> order_;
};

}  // namespace

std::optional<std::vector<Vertex>> best_within_limits(const Graph& graph, const SlotTree& tree, const Limits& limits,
                                                      const std::vector<Vertex>& start, std::uint64_t budget) {
  return Search(graph, tree, limits, start, budget).run();
}

}  // namespace topomorph::mapping
