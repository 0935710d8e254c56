// The best layout there is, for very few slots.
#include "core/mapping/tree/exact.h"

#include <algorithm>

namespace topomorph::mapping {

namespace {

class BranchAndBound {
 public:
  BranchAndBound(const Graph& graph, const SlotTree& tree, const Layout& start, std::uint64_t budget)
      : graph_(graph), tree_(tree), budget_(budget), best_(start.slot_of), slot_of_(start.slot_of.size(), kNoVertex) {
    best_cost_ = layout_cost(graph, tree, start);
    for (std::size_t l = 0; l < tree.tree().levels(); ++l)
      used_.emplace_back(l == 0 ? tree.slots() : tree.tree().nodes(l), 0);
  }

  /// False if the budget did not suffice.
  bool run(const Layout& start, const std::vector<char>& fixed) {
    for (Vertex v = 0; v < graph_.vertices(); ++v) {
      if (fixed[v]) cost_ += put(v, start.slot_of[v]);
    }
    order(fixed);
    search(0);
    return budget_ > 0;
  }

  Layout layout() const {
    std::vector<Vertex> slot_of(best_);
    std::vector<char> taken(slot_of.size(), 0);
    for (Vertex v = 0; v < slot_of.size(); ++v) {
      if (slot_of[v] != kNoVertex) taken[slot_of[v]] = 1;
    }
    for (Vertex& slot : slot_of) {  // vertices without edges take what is left
      if (slot != kNoVertex) continue;
      slot = static_cast<Vertex>(std::find(taken.begin(), taken.end(), 0) - taken.begin());
      taken[slot] = 1;
    }
    return Layout(std::move(slot_of));
  }

 private:
  /// Vertices with edges, each the one that is tied most to those before it; `rest_` is what the edges that are not yet
  /// counted cost at least.
  void order(const std::vector<char>& fixed) {
    std::vector<char> chosen(fixed);
    const auto tie = [&](Vertex v) {
      EdgeWeight to_chosen = 0, all = 0;
      for (const Edge& edge : graph_.row(v)) all += edge.weight, to_chosen += chosen[edge.to] ? edge.weight : 0;
      return std::pair(to_chosen, all);
    };
    while (true) {
      Vertex next = kNoVertex;
      for (Vertex v = 0; v < graph_.vertices(); ++v) {
        if (chosen[v] || graph_.row(v).empty()) continue;
        if (next == kNoVertex || tie(v) > tie(next)) next = v;
      }
      if (next == kNoVertex) break;
      added_.push_back(tie(next).first * tree_.distance(1));
      order_.push_back(next);
      chosen[next] = 1;
    }
    rest_.assign(order_.size() + 1, 0);
    for (std::size_t i = order_.size(); i-- > 0;) rest_[i] = rest_[i + 1] + added_[i];
  }

  std::size_t node_at(std::size_t level, Slot slot) const {
    return level == 0 ? slot : tree_.tree().node_of(level, slot);
  }

  void count(Slot slot, int change) {
    for (std::size_t l = 0; l < used_.size(); ++l) used_[l][node_at(l, slot)] += change;
  }

  /// Returns what v's edges to vertices that have slots cost.
  EdgeWeight put(Vertex v, Vertex slot) {
    EdgeWeight cost = 0;
    for (const Edge& edge : graph_.row(v)) {
      if (slot_of_[edge.to] != kNoVertex) cost += edge.weight * tree_.distance(slot, slot_of_[edge.to]);
    }
    slot_of_[v] = slot;
    count(slot, 1);
    return cost;
  }

  /// Whether an empty node beside the slot's own empty one, of the same shape and parent, comes before it.
  bool is_repetition(Slot slot) const {
    for (std::size_t l = 0; l < used_.size(); ++l) {
      const std::size_t node = node_at(l, slot), parent = tree_.tree().node_of(l + 1, slot);
      if (used_[l][node] > 0) return false;
      for (std::size_t i = node_at(l, tree_.begin(l + 1, parent)); i < node; ++i) {
        if (used_[l][i] == 0 && tree_.shapes(l)[i] == tree_.shapes(l)[node]) return true;
      }
    }
    return false;
  }

  void search(std::size_t depth) {
    if (budget_ == 0 || cost_ + rest_[depth] >= best_cost_) return;
    --budget_;
    if (depth == order_.size()) {
      best_ = slot_of_;
      best_cost_ = cost_;
      return;
    }
    const Vertex v = order_[depth];
    for (Vertex slot = 0; slot < tree_.slots(); ++slot) {
      if (used_[0][slot] > 0 || is_repetition(slot)) continue;
      const EdgeWeight added = put(v, slot);
      cost_ += added;
      search(depth + 1);
      cost_ -= added;
      slot_of_[v] = kNoVertex;
      count(slot, -1);
    }
  }

  const Graph& graph_;
  const SlotTree& tree_;
  std::uint64_t budget_;
  std::vector<Vertex> best_, slot_of_;  // slots, kNoVertex: none yet
  EdgeWeight best_cost_ = 0, cost_ = 0;
  std::vector<std::vector<int>> used_;  // vertices per node, per level below the root
  std::vector<Vertex> order_;
  std::vector<EdgeWeight> added_, rest_;
};

}  // namespace

std::optional<Layout> best_of_all(const Graph& graph, const SlotTree& tree, const Layout& start,
                                  const std::vector<char>& fixed, std::uint64_t budget) {
  BranchAndBound search(graph, tree, start, budget);
  if (!search.run(start, fixed)) return std::nullopt;
  return search.layout();
}

}  // namespace topomorph::mapping
