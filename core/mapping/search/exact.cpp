// The best assignment on a tree, for very few vertices.
#include "core/mapping/search/exact.h"

#include <algorithm>

#include "core/base/successive.h"

namespace topomorph::mapping {

namespace {

/// Vertices in the order in which they get their slots, and a lower bound of the cost of the edges not yet counted.
struct Order {
  std::vector<Vertex> vertices;
  std::vector<EdgeWeight> rest;  ///< at each depth, one more than vertices
};

/// Depth-first search over all slots of each vertex. `Places` knows who is where, and which slots a vertex may take.
template <class Places>
class BranchAndBound {
 public:
  BranchAndBound(const Graph& graph, const SlotTree& tree, Places& places, Order order, std::vector<Vertex> start,
                 std::uint64_t budget)
      : graph_(graph),
        tree_(tree),
        places_(places),
        order_(std::move(order)),
        budget_(budget),
        least_(cost_on_tree(graph, tree, start)),
        best_(std::move(start)) {}

  /// Returns the best, or nothing if the budget did not suffice. `cost` is the cost of the vertices that have slots
  /// before.
  std::optional<std::vector<Vertex>> run(EdgeWeight cost) {
    search(0, cost);
    return budget_ == 0 ? std::nullopt : std::optional(best_);
  }

 private:
  void search(std::size_t depth, EdgeWeight cost) {
    if (budget_ == 0 || cost + order_.rest[depth] >= least_) return;
    if (!Places::kCountsAllTries) --budget_;
    if (depth == order_.vertices.size()) {
      best_ = places_.slots();
      least_ = cost;
      return;
    }
    const Vertex v = order_.vertices[depth];
    for (Vertex slot = 0; slot < tree_.slots() && budget_ > 0; ++slot) {
      if (!places_.fits(v, slot)) continue;
      if (Places::kCountsAllTries) --budget_;
      const EdgeWeight added = cost_at(graph_, tree_, places_.slots(), v, slot);
      places_.put(v, slot);
      search(depth + 1, cost + added);
      places_.take(v);
    }
  }

  const Graph& graph_;
  const SlotTree& tree_;
  Places& places_;
  Order order_;
  std::uint64_t budget_;
  EdgeWeight least_;
  std::vector<Vertex> best_;  // kNoVertex: no slot yet
};

/// One vertex on each slot; slots that only repeat others are not taken.
class SinglePlaces {
 public:
  static constexpr bool kCountsAllTries = false;

  SinglePlaces(const SlotTree& tree, std::size_t vertices) : tree_(tree), slot_of_(vertices, kNoVertex) {
    for (std::size_t l = 0; l < tree.tree().levels(); ++l) used_.emplace_back(tree.tree().nodes(l), 0);
  }

  const std::vector<Vertex>& slots() const { return slot_of_; }
  bool fits(Vertex, Slot slot) const { return used_[0][slot] == 0 && !is_repetition(slot); }
  void put(Vertex v, Slot slot) {
    slot_of_[v] = static_cast<Vertex>(slot);
    count(slot, 1);
  }
  void take(Vertex v) {
    count(slot_of_[v], -1);
    slot_of_[v] = kNoVertex;
  }

 private:
  void count(Slot slot, int change) {
    for (std::size_t l = 0; l < used_.size(); ++l) used_[l][tree_.tree().node_of(l, slot)] += change;
  }

  /// Returns whether an empty node of the same shape and parent comes before the slot's own empty node.
  bool is_repetition(Slot slot) const {
    for (std::size_t l = 0; l < used_.size(); ++l) {
      const std::size_t node = tree_.tree().node_of(l, slot), parent = tree_.tree().node_of(l + 1, slot);
      if (used_[l][node] > 0) return false;
      for (std::size_t i = tree_.tree().node_of(l, tree_.tree().begin(l + 1, parent)); i < node; ++i) {
        if (used_[l][i] == 0 && tree_.shapes(l)[i] == tree_.shapes(l)[node]) return true;
      }
    }
    return false;
  }

  const SlotTree& tree_;
  std::vector<Vertex> slot_of_;
  std::vector<std::vector<int>> used_;  // vertices per node, per level below the root
};

/// Returns the vertices with edges that are not fixed, each the one with most weight to those before it.
Order order_by_ties(const Graph& graph, const SlotTree& tree, const std::vector<char>& fixed) {
  std::vector<char> chosen(fixed);
  const auto tie = [&](Vertex v) {
    EdgeWeight to_chosen = 0, all = 0;
    for (const Edge& edge : graph.row(v)) all += edge.weight, to_chosen += chosen[edge.to] ? edge.weight : 0;
    return std::pair(to_chosen, all);
  };
  Order order;
  std::vector<EdgeWeight> added;
  while (true) {
    Vertex next = kNoVertex;
    for (Vertex v = 0; v < graph.vertices(); ++v) {
      if (chosen[v] || graph.row(v).empty()) continue;
      if (next == kNoVertex || tie(v) > tie(next)) next = v;
    }
    if (next == kNoVertex) break;
    added.push_back(tie(next).first * tree.distance(1));
    order.vertices.push_back(next);
    chosen[next] = 1;
  }
  order.rest.assign(added.size() + 1, 0);
  for (std::size_t i = added.size(); i-- > 0;) order.rest[i] = order.rest[i + 1] + added[i];
  return order;
}

/// Returns the vertices, the heaviest first. Edges inside a slot cost nothing, so the lower bounds are 0.
Order order_by_weight(const Graph& graph) {
  Order order{successive<Vertex>(graph.vertices()), std::vector<EdgeWeight>(graph.vertices() + 1, 0)};
  std::vector<EdgeWeight> weight;
  for (const Vertex v : order.vertices) weight.push_back(graph.weight_of(v));
  std::stable_sort(order.vertices.begin(), order.vertices.end(),
                   [&](Vertex a, Vertex b) { return weight[a] > weight[b]; });
  return order;
}

/// Gives vertices without edges the remaining slots.
Assignment filled_up(std::vector<Vertex> slot_of) {
  std::vector<char> taken(slot_of.size(), 0);
  for (const Vertex slot : slot_of) {
    if (slot != kNoVertex) taken[slot] = 1;
  }
  for (Vertex& slot : slot_of) {
    if (slot != kNoVertex) continue;
    slot = static_cast<Vertex>(std::find(taken.begin(), taken.end(), 0) - taken.begin());
    taken[slot] = 1;
  }
  return Assignment(std::move(slot_of));
}

}  // namespace

std::optional<Assignment> best_of_all(const Graph& graph, const SlotTree& tree, const Assignment& start,
                                      const std::vector<char>& fixed, std::uint64_t budget) {
  SinglePlaces places(tree, graph.vertices());
  EdgeWeight cost = 0;
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    if (!fixed[v]) continue;
    cost += cost_at(graph, tree, places.slots(), v, start.slot_of[v]);
    places.put(v, start.slot_of[v]);
  }
  BranchAndBound search(graph, tree, places, order_by_ties(graph, tree, fixed), start.slot_of, budget);
  auto best = search.run(cost);
  return best ? std::optional(filled_up(*std::move(best))) : std::nullopt;
}

std::optional<std::vector<Vertex>> best_within_limits(const Graph& graph, const SlotTree& tree, const Limits& limits,
                                                      const std::vector<Vertex>& start, std::uint64_t budget) {
  Occupancy places(limits, tree.slots());
  return BranchAndBound(graph, tree, places, order_by_weight(graph), start, budget).run(0);
}

}  // namespace topomorph::mapping
