// Brings an assignment within limits, and improves it by moves to slots with room and exchanges of two roles.
#include "core/mapping/search/exchange_refiner.h"

#include <algorithm>

#include "core/mapping/search/local_search.h"

namespace topomorph::mapping {

namespace {

struct DistanceOnTree {
  const SlotTree& tree;
  EdgeWeight operator()(Vertex a, Vertex b) const { return tree.distance(a, b); }
};

/// The moves of a Descent on a tree within limits.
class MovesWithinLimits : public WithoutHomes {
 public:
  static std::size_t edges_per_change() { return kEveryChange; }
  static constexpr bool kPartnerFirst = true;

  MovesWithinLimits(const Graph& graph, const SlotTree& tree, Occupancy& occupancy)
      : tree_(tree.tree()),
        layout_(graph, occupancy, {tree}),
        region_level_(tree.level_of_region(kCapacitated.region)) {}

  auto& layout() { return layout_; }
  bool may_move(Vertex v) const { return !layout_.graph().row(v).empty(); }

  template <class Look>
  void for_each_slot(Vertex v, Look look) {
    const auto row = layout_.graph().row(v);
    edges_.assign(row.begin(), row.end());
    keep_heaviest(edges_, kCapacitated.neighbours);
    std::sort(edges_.begin(), edges_.end(), Edge::heavier);
    for (const Edge& edge : edges_) {
      const std::size_t node = tree_.node_of(region_level_, layout_.slot_of(edge.to));
      for (Slot slot = tree_.begin(region_level_, node); slot < tree_.begin(region_level_, node + 1); ++slot) {
        look(static_cast<Vertex>(slot));
      }
    }
  }

  template <class Take>
  void for_each_partner(Vertex v, Vertex slot, Take take) const {
    layout_.places().for_each_partner(v, slot, kCapacitated.partners, take);
  }

 private:
  const TreeTopology& tree_;
  Layout<Occupancy, DistanceOnTree> layout_;
  std::size_t region_level_;
  std::vector<Edge> edges_;
};

}  // namespace

EdgeWeight refine_by_exchanges(const Graph& graph, const SlotTree& tree, Occupancy& occupancy,
                               const Deadline& deadline) {
  MovesWithinLimits moves(graph, tree, occupancy);
  Descent descent(moves, tree.slots());
  descent.wake_all();
  return descent.run(deadline);
}

}  // namespace topomorph::mapping
