// Improves an assignment on a tree by swapping two vertices at a time, or the contents of two nodes.
#include "core/mapping/search/swap_refiner.h"

#include <algorithm>
#include <optional>

#include "core/base/successive.h"
#include "core/mapping/graph/queues.h"
#include "core/mapping/problem/parameters.h"
#include "core/mapping/search/swap_tables.h"

namespace topomorph::mapping {

namespace {

class SwapRefiner {
 public:
  SwapRefiner(const Graph& graph, const SlotTree& tree, Assignment& layout, const std::vector<char>& fixed)
      : graph_(graph),
        tree_(tree),
        topology_(tree.tree()),
        layout_(layout),
        fixed_(fixed),
        distances_(tree),
        nearest_(tree.distance(1)),
        queue_(graph.vertices()),
        code_(graph.vertices()),
        cost_(graph.vertices()),
        limits_(tree),
        visited_(topology_.nodes(1), 0) {
    for (Vertex v = 0; v < graph.vertices(); ++v) code_[v] = distances_.code(layout.slot_of[v]);
    for (const Vertex v : layout.vertex_on) {  // in the order of slots: neighbours are near each other in memory
      cost_[v] = cost_at(v, code_[v]);
      limit_moves(v);
      enqueue(v);
    }
    region_level_ = tree.level_of_region(kSwaps.region);
    region_of_slot_ = tree.node_of_slots(region_level_);
  }

  EdgeWeight run(const Deadline& deadline) {
    return queue_.drain(deadline, [this](Vertex v) { return improve(v); });
  }

  /// See perturb_and_refine().
  EdgeWeight perturb(Random& random, const Patience& patience) {
    EdgeWeight total = run(patience.deadline);
    for (std::uint64_t round = 0; round < patience.rounds && total < patience.most_gain; ++round) {
      if (round % 16 == 0 && patience.deadline.passed()) break;
      journal_.emplace();
      const EdgeWeight gain = kick(random) + run(patience.deadline);
      if (gain >= 0) {
        total += gain;
      } else {
        take_back();
      }
    }
    return total;
  }

 private:
  struct Candidate {
    EdgeWeight gain = 0;
    Vertex other = kNoVertex;
  };

  bool movable(Vertex v) const { return fixed_.empty() || !fixed_[v]; }

  void enqueue(Vertex v) {
    if (movable(v) && !graph_.row(v).empty()) queue_.push(v);
  }

  /// Notes bounds of what the vertex gains by a move, for each level of the way.
  void limit_moves(Vertex v) {
    const Slot slot = layout_.slot_of[v];
    limits_.clear(slot);
    for (const Edge& edge : graph_.row(v)) {
      limits_.change(slot, edge.weight, 0, distances_.level(code_[v], code_[edge.to]));
    }
  }

  /// Returns the cost of v's edges if v were on the slot with this code. Counts a neighbour that is on that slot now
  /// at the distance of a lowest node, see swap_gain().
  EdgeWeight cost_at(Vertex v, std::uint64_t code) const {
    EdgeWeight cost = 0;
    for (const Edge& edge : graph_.row(v)) {
      cost += edge.weight * std::max(distances_.between(code, code_[edge.to]), nearest_);
    }
    return cost;
  }

  /// Returns the gain of a swap. `cost_there` is cost_at(v, code of other).
  EdgeWeight swap_gain(Vertex v, Vertex other, EdgeWeight cost_there) const {
    const std::uint64_t here = code_[v];
    EdgeWeight cost = 0, between = 0;
    for (const Edge& edge : graph_.row(other)) {
      cost += edge.weight * std::max(distances_.between(here, code_[edge.to]), nearest_);
      if (edge.to == v) between = edge.weight;
    }
    // The edge between the two keeps its length, but both sums count it at the distance of a lowest node.
    const EdgeWeight kept = 2 * between * (distances_.between(here, code_[other]) - nearest_);
    return cost_[v] + cost_[other] - cost_there - cost - kept;
  }

  /// Returns whether the swap is left to the search of the other vertex, which has many more edges.
  bool is_hub_to(Vertex other, Vertex v) const {
    return graph_.row(other).size() > kSwaps.edges_per_change * (graph_.row(v).size() + kSwaps.edges_per_change);
  }

  /// Looks for a better partner in one lowest node. Computes only gains that can be larger than the best so far.
  void search_node(Vertex v, std::size_t node, Candidate& best) {
    const auto& begin = topology_.level(1).begin;
    const std::uint64_t code = distances_.code(begin[node]);
    const std::size_t across = distances_.level(code_[v], code);
    const EdgeWeight crest = limits_.crest(across, node);
    if (limits_.at(across, layout_.slot_of[v]) + crest <= best.gain) return;
    const EdgeWeight cost_there = cost_at(v, code), own = cost_[v] - cost_there;
    if (own + crest <= best.gain) return;
    EdgeWeight highest = 0;
    int evaluations = 0;
    for (Slot slot = begin[node]; slot < begin[node + 1]; ++slot) {
      const EdgeWeight limit = limits_.at(across, slot);
      highest = std::max(highest, limit);
      if (own + limit <= best.gain || evaluations == kSwaps.evaluations) continue;
      const Vertex other = layout_.vertex_on[slot];
      if (!movable(other) || !alike(v, other) || is_hub_to(other, v)) continue;
      ++evaluations;
      const EdgeWeight gain = swap_gain(v, other, cost_there);
      if (gain > best.gain) best = {gain, other};
    }
    limits_.lower_crest(across, node, highest);
  }

  /// Returns all edges of v, or the heaviest.
  std::vector<Edge> followed(Vertex v) const {
    const auto row = graph_.row(v);
    std::vector<Edge> edges(row.begin(), row.end());
    keep_heaviest(edges, kSwaps.neighbours);
    return edges;
  }

  EdgeWeight improve(Vertex v) {
    ++visit_;
    Candidate best;
    visited_[limits_.lowest_node(layout_.slot_of[v])] = visit_;  // a swap inside a lowest node changes no cost
    const auto& begin = topology_.level(1).begin;
    const auto& region = topology_.level(region_level_).begin;
    for (const Edge& edge : followed(v)) {
      const std::size_t around = region_of_slot_[layout_.slot_of[edge.to]];
      for (std::size_t node = limits_.lowest_node(region[around]); begin[node] < region[around + 1]; ++node) {
        if (visited_[node] == visit_) continue;
        visited_[node] = visit_;
        search_node(v, node, best);
      }
    }
    if (best.gain > 0) apply(v, best.other);
    return best.gain;
  }

  void apply(Vertex a, Vertex b) {
    const std::uint64_t code_a = code_[a], code_b = code_[b];
    if (journal_) journal_->emplace_back(a, b);
    layout_.swap(a, b);
    std::swap(code_[a], code_[b]);
    update_neighbours(a, code_a, code_b, b);
    update_neighbours(b, code_b, code_a, a);
    cost_[a] = cost_at(a, code_b);
    cost_[b] = cost_at(b, code_a);
    limit_moves(a);
    limit_moves(b);
    enqueue(a);
    enqueue(b);
  }

  /// Swaps a random vertex and some near it with vertices beside their neighbours. Returns the gain, mostly negative.
  EdgeWeight kick(Random& random) {
    EdgeWeight gain = 0;
    auto v = static_cast<Vertex>(random.below(graph_.vertices()));
    for (std::uint64_t swaps = 1 + random.below(kSwaps.largest_kick); swaps > 0 && !graph_.row(v).empty(); --swaps) {
      const Vertex beside = graph_.row(v)[random.below(graph_.row(v).size())].to;
      const auto& region = topology_.level(region_level_).begin;
      const std::size_t around = region_of_slot_[layout_.slot_of[beside]];
      const Slot slot = region[around] + random.below(region[around + 1] - region[around]);
      const Vertex other = layout_.vertex_on[slot];
      if (other != v && is_light(v) && is_light(other) && movable(v) && movable(other) && alike(v, other)) {
        gain += swap_gain(v, other, cost_at(v, code_[other]));
        apply(v, other);
      }
      v = beside;
    }
    return gain;
  }

  void take_back() {
    const auto done = std::move(*journal_);
    journal_.reset();
    for (auto swap = done.rbegin(); swap != done.rend(); ++swap) apply(swap->first, swap->second);
    queue_.clear();
  }

  /// Returns whether v may be kicked. Hubs may not: all their neighbours would be searched again.
  bool is_light(Vertex v) const { return graph_.row(v).size() <= kSwaps.neighbours; }

  bool alike(Vertex a, Vertex b) const {
    return tree_.shapes(0)[layout_.slot_of[a]] == tree_.shapes(0)[layout_.slot_of[b]];
  }

  /// Has the neighbours searched again; those of a hub only if their distance from the hub changed.
  void update_neighbours(Vertex moved, std::uint64_t from, std::uint64_t to, Vertex partner) {
    const bool hub = graph_.row(moved).size() > kSwaps.neighbours;
    for (const Edge& edge : graph_.row(moved)) {
      if (edge.to == partner) continue;
      const std::uint64_t code = code_[edge.to];
      const EdgeWeight change = distances_.between(code, to) - distances_.between(code, from);
      if (change != 0) {
        cost_[edge.to] += edge.weight * change;
        limits_.change(layout_.slot_of[edge.to], edge.weight, distances_.level(code, from), distances_.level(code, to));
      }
      if (hub && change == 0) continue;
      if (queue_.notice_change(edge.to, graph_.row(edge.to).size(), kSwaps.edges_per_change)) enqueue(edge.to);
    }
  }

  const Graph& graph_;
  const SlotTree& tree_;
  const TreeTopology& topology_;
  Assignment& layout_;
  const std::vector<char>& fixed_;
  Distances distances_;
  EdgeWeight nearest_ = 0;  // the distance inside a lowest node
  std::size_t region_level_ = 1;
  std::vector<Vertex> region_of_slot_;
  std::optional<std::vector<std::pair<Vertex, Vertex>>> journal_;  // swaps since the last kick
  WorkQueue queue_;
  std::vector<std::uint64_t> code_;  // of each vertex's slot
  std::vector<EdgeWeight> cost_;     // of each vertex's edges now
  MoveLimits limits_;
  std::vector<std::uint64_t> visited_;  // per lowest node: the last search that looked at it
  std::uint64_t visit_ = 0;
};

}  // namespace

EdgeWeight refine_by_swaps(const Graph& graph, const SlotTree& tree, Assignment& layout, const std::vector<char>& fixed,
                           const Deadline& deadline) {
  return SwapRefiner(graph, tree, layout, fixed).run(deadline);
}

EdgeWeight perturb_and_refine(const Graph& graph, const SlotTree& tree, Assignment& layout,
                              const std::vector<char>& fixed, Random& random, const Patience& patience) {
  return SwapRefiner(graph, tree, layout, fixed).perturb(random, patience);
}

namespace {

/// Returns the node of the level that each vertex is in.
std::vector<Vertex> nodes_of(const SlotTree& tree, std::size_t level, const Assignment& layout) {
  const std::vector<Vertex> node_of_slot = tree.node_of_slots(level);
  std::vector<Vertex> nodes(layout.slot_of.size());
  for (std::size_t v = 0; v < nodes.size(); ++v) nodes[v] = node_of_slot[layout.slot_of[v]];
  return nodes;
}

/// Moves every vertex to the same place inside the new node of its group.
Assignment moved_with_groups(const SlotTree& tree, std::size_t level, const Assignment& layout,
                             const std::vector<Vertex>& group_of, const Assignment& groups) {
  std::vector<Vertex> slots(layout.slot_of.size());
  for (std::size_t v = 0; v < slots.size(); ++v) {
    const Slot inside = layout.slot_of[v] - tree.tree().begin(level, group_of[v]);
    slots[v] = static_cast<Vertex>(tree.tree().begin(level, groups.slot_of[group_of[v]]) + inside);
  }
  return Assignment(std::move(slots));
}

EdgeWeight refine_level(const Graph& graph, const SlotTree& tree, std::size_t level, Assignment& layout,
                        const std::vector<char>& fixed, const Deadline& deadline) {
  const std::size_t nodes = tree.tree().nodes(level);
  const std::vector<Vertex> group_of = nodes_of(tree, level, layout);
  const Graph groups = contracted(graph, group_of, nodes);
  std::vector<char> fixed_groups(nodes, 0);
  for (std::size_t v = 0; v < fixed.size(); ++v) fixed_groups[group_of[v]] |= fixed[v];

  Assignment group_layout(successive<Vertex>(nodes));
  const EdgeWeight gain = refine_by_swaps(groups, tree.above(level), group_layout, fixed_groups, deadline);
  if (gain > 0) layout = moved_with_groups(tree, level, layout, group_of, group_layout);
  return gain;
}

}  // namespace

EdgeWeight refine_by_group_swaps(const Graph& graph, const SlotTree& tree, Assignment& layout,
                                 const std::vector<char>& fixed, const Deadline& deadline) {
  EdgeWeight gain = 0;
  for (std::size_t level = tree.tree().levels() - 1; level >= 1; --level) {
    gain += refine_level(graph, tree, level, layout, fixed, deadline);
  }
  return gain + refine_by_swaps(graph, tree, layout, fixed, deadline);
}

}  // namespace topomorph::mapping
