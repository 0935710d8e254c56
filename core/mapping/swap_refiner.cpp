// Improving a layout by swapping two vertices at a time.
#include "core/mapping/swap_refiner.h"

#include <algorithm>
#include <deque>

namespace topomorph {

namespace {

class SwapRefiner {
 public:
  SwapRefiner(const Graph& graph, const SlotTree& tree, Layout& layout, const std::vector<char>& fixed,
              const SwapSearch& search)
      : graph_(graph),
        tree_(tree),
        topology_(tree.tree()),
        layout_(layout),
        fixed_(fixed),
        search_(search),
        waiting_(graph.vertices(), 0),
        cost_(graph.vertices()),
        visited_(topology_.nodes(1), 0) {
    for (Vertex v = 0; v < graph.vertices(); ++v) {
      cost_[v] = cost_at(v, layout.slot_of[v]);
      enqueue(v);
    }
    region_level_ = 1;
    while (region_level_ < topology_.levels() && largest_node(region_level_ + 1) <= search.region) ++region_level_;
  }

  EdgeWeight run(const Deadline& deadline) {
    EdgeWeight total = 0;
    for (std::uint64_t steps = 0; !queue_.empty() && (steps % 64 != 0 || !deadline.passed()); ++steps) {
      const Vertex v = queue_.front();
      queue_.pop_front();
      waiting_[v] = 0;
      total += improve(v);
    }
    return total;
  }

 private:
  struct Candidate {
    EdgeWeight gain = 0;
    Vertex other = kNoVertex;
  };

  std::size_t largest_node(std::size_t level) const {
    const auto& begin = topology_.level(level).begin;
    std::size_t largest = 0;
    for (std::size_t i = 0; i + 1 < begin.size(); ++i)
      largest = std::max<std::size_t>(largest, begin[i + 1] - begin[i]);
    return largest;
  }

  bool movable(Vertex v) const { return fixed_.empty() || !fixed_[v]; }

  void enqueue(Vertex v) {
    if (waiting_[v] || !movable(v) || graph_.row(v).empty()) return;
    waiting_[v] = 1;
    queue_.push_back(v);
  }

  /// Cost of v's edges if it sat on `slot`, on which now somebody else may be: then the two are counted as neighbours
  /// on the lowest level, see swap_gain.
  EdgeWeight cost_at(Vertex v, Slot slot) const {
    EdgeWeight cost = 0;
    for (const Edge& edge : graph_.row(v)) {
      const std::size_t level = topology_.lca_level(slot, layout_.slot_of[edge.to]);
      cost += edge.weight * tree_.distance(std::max<std::size_t>(level, 1));
    }
    return cost;
  }

  /// `cost_there` is cost_at(v, slot of other).
  EdgeWeight swap_gain(Vertex v, Vertex other, EdgeWeight cost_there) const {
    const Slot here = layout_.slot_of[v];
    EdgeWeight cost = 0, between = 0;
    for (const Edge& edge : graph_.row(other)) {
      const std::size_t level = topology_.lca_level(here, layout_.slot_of[edge.to]);
      cost += edge.weight * tree_.distance(std::max<std::size_t>(level, 1));
      if (edge.to == v) between = edge.weight;
    }
    // Their own edge keeps its length, but both sums took it to be as short as can be.
    const EdgeWeight kept = 2 * between * (tree_.distance(here, layout_.slot_of[other]) - tree_.distance(1));
    return cost_[v] + cost_[other] - cost_there - cost - kept;
  }

  void search_node(Vertex v, std::size_t node, Candidate& best) {
    const auto& begin = topology_.level(1).begin;
    const EdgeWeight cost_there = cost_at(v, begin[node]);
    const Vertex shape = tree_.shapes(0)[layout_.slot_of[v]];
    for (Slot slot = begin[node]; slot < begin[node + 1]; ++slot) {
      const Vertex other = layout_.vertex_of[slot];
      if (!movable(other) || tree_.shapes(0)[slot] != shape) continue;
      const EdgeWeight gain = swap_gain(v, other, cost_there);
      if (gain > best.gain) best = {gain, other};
    }
  }

  /// The edges of v that are followed: all, or the heaviest.
  std::vector<Edge> followed(Vertex v) const {
    const auto row = graph_.row(v);
    std::vector<Edge> edges(row.begin(), row.end());
    if (edges.size() > search_.neighbours) {
      const auto heavier = [](const Edge& a, const Edge& b) {
        return a.weight != b.weight ? a.weight > b.weight : a.to < b.to;
      };
      std::nth_element(edges.begin(), edges.begin() + static_cast<std::ptrdiff_t>(search_.neighbours), edges.end(),
                       heavier);
      edges.resize(search_.neighbours);
    }
    return edges;
  }

  EdgeWeight improve(Vertex v) {
    ++visit_;
    Candidate best;
    visited_[topology_.node_of(1, layout_.slot_of[v])] = visit_;  // a swap inside the lowest node changes nothing
    const auto& begin = topology_.level(1).begin;
    const auto& region = topology_.level(region_level_).begin;
    for (const Edge& edge : followed(v)) {
      const std::size_t around = topology_.node_of(region_level_, layout_.slot_of[edge.to]);
      for (std::size_t node = topology_.node_of(1, region[around]); begin[node] < region[around + 1]; ++node) {
        if (visited_[node] == visit_) continue;
        visited_[node] = visit_;
        search_node(v, node, best);
      }
    }
    if (best.gain > 0) apply(v, best.other);
    return best.gain;
  }

  void apply(Vertex a, Vertex b) {
    const Slot slot_a = layout_.slot_of[a], slot_b = layout_.slot_of[b];
    layout_.swap(a, b);
    update_neighbours(a, slot_a, slot_b, b);
    update_neighbours(b, slot_b, slot_a, a);
    cost_[a] = cost_at(a, slot_b);
    cost_[b] = cost_at(b, slot_a);
    enqueue(a);
    enqueue(b);
  }

  void update_neighbours(Vertex moved, Slot from, Slot to, Vertex partner) {
    for (const Edge& edge : graph_.row(moved)) {
      if (edge.to == partner) continue;
      const Slot slot = layout_.slot_of[edge.to];
      cost_[edge.to] += edge.weight * (tree_.distance(slot, to) - tree_.distance(slot, from));
      enqueue(edge.to);
    }
  }

  const Graph& graph_;
  const SlotTree& tree_;
  const TreeTopology& topology_;
  Layout& layout_;
  const std::vector<char>& fixed_;
  const SwapSearch& search_;
  std::size_t region_level_ = 1;
  std::deque<Vertex> queue_;
  std::vector<char> waiting_;
  std::vector<EdgeWeight> cost_;        // of each vertex's edges now
  std::vector<std::uint64_t> visited_;  // per lowest node: the last search that looked at it
  std::uint64_t visit_ = 0;
};

}  // namespace

EdgeWeight refine_by_swaps(const Graph& graph, const SlotTree& tree, Layout& layout, const std::vector<char>& fixed,
                           const SwapSearch& search, const Deadline& deadline) {
  return SwapRefiner(graph, tree, layout, fixed, search).run(deadline);
}

}  // namespace topomorph
