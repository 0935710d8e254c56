// Improving a layout by swapping two vertices at a time.
#include "core/mapping/tree/swap_refiner.h"

#include <algorithm>
#include <optional>

#include "core/mapping/multilevel/work_queue.h"
#include "core/mapping/presets.h"
#include "core/mapping/tree/distances.h"
#include "core/mapping/tree/move_limits.h"

namespace topomorph::mapping {

namespace {

class SwapRefiner {
 public:
  SwapRefiner(const Graph& graph, const SlotTree& tree, Layout& layout, const std::vector<char>& fixed)
      : graph_(graph),
        tree_(tree),
        topology_(tree.tree()),
        layout_(layout),
        fixed_(fixed),
        distances_(tree),
        nearest_(tree.distance(1)),
        queue_(graph.vertices()),
        changes_(graph.vertices(), 0),
        code_(graph.vertices()),
        cost_(graph.vertices()),
        limits_(tree),
        visited_(topology_.nodes(1), 0) {
    for (Vertex v = 0; v < graph.vertices(); ++v) code_[v] = distances_.code(layout.slot_of[v]);
    for (const Vertex v : layout.vertex_of) {  // by slot: neighbours are near in memory too
      cost_[v] = cost_at(v, code_[v]);
      limit_moves(v);
      enqueue(v);
    }
    region_level_ = 1;
    while (region_level_ < topology_.levels() && largest_node(region_level_ + 1) <= kSwaps.region) ++region_level_;
  }

  EdgeWeight run(const Deadline& deadline) {
    return queue_.drain(deadline, [this](Vertex v) { return improve(v); });
  }

  /// See perturb_and_refine.
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

  std::size_t largest_node(std::size_t level) const {
    const auto& begin = topology_.level(level).begin;
    std::size_t largest = 0;
    for (std::size_t i = 0; i + 1 < begin.size(); ++i)
      largest = std::max<std::size_t>(largest, begin[i + 1] - begin[i]);
    return largest;
  }

  bool movable(Vertex v) const { return fixed_.empty() || !fixed_[v]; }

  void enqueue(Vertex v) {
    if (movable(v) && !graph_.row(v).empty()) queue_.push(v);
  }

  /// A search costs what the vertex has edges: it has to wait until so many neighbours moved that it is worth while.
  void notice_change(Vertex v) {
    if (++changes_[v] * kSwaps.edges_per_change < graph_.row(v).size()) return;
    changes_[v] = 0;
    enqueue(v);
  }

  /// Notes what the vertex can at most gain by a move, for each level of the way.
  void limit_moves(Vertex v) {
    const Slot slot = layout_.slot_of[v];
    limits_.clear(slot);
    for (const Edge& edge : graph_.row(v)) {
      limits_.change(slot, edge.weight, 0, distances_.level(code_[v], code_[edge.to]));
    }
  }

  /// Cost of v's edges if it sat on the slot with this code, on which now somebody else may be: then the two are
  /// counted as neighbours on the lowest level, see swap_gain.
  EdgeWeight cost_at(Vertex v, std::uint64_t code) const {
    EdgeWeight cost = 0;
    for (const Edge& edge : graph_.row(v)) {
      cost += edge.weight * std::max(distances_.between(code, code_[edge.to]), nearest_);
    }
    return cost;
  }

  /// `cost_there` is cost_at(v, slot of other).
  EdgeWeight swap_gain(Vertex v, Vertex other, EdgeWeight cost_there) const {
    const std::uint64_t here = code_[v];
    EdgeWeight cost = 0, between = 0;
    for (const Edge& edge : graph_.row(other)) {
      cost += edge.weight * std::max(distances_.between(here, code_[edge.to]), nearest_);
      if (edge.to == v) between = edge.weight;
    }
    // Their own edge keeps its length, but both sums took it to be as short as can be.
    const EdgeWeight kept = 2 * between * (distances_.between(here, code_[other]) - nearest_);
    return cost_[v] + cost_[other] - cost_there - cost - kept;
  }

  /// Whether a swap is left to the search of the other vertex, which knows better where it wants to go.
  bool is_hub_to(Vertex other, Vertex v) const {
    return graph_.row(other).size() > kSwaps.edges_per_change * (graph_.row(v).size() + kSwaps.edges_per_change);
  }

  /// Computes gains only where they can be larger than the best so far.
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
      const Vertex other = layout_.vertex_of[slot];
      if (!movable(other) || !alike(v, other) || is_hub_to(other, v)) continue;
      ++evaluations;
      const EdgeWeight gain = swap_gain(v, other, cost_there);
      if (gain > best.gain) best = {gain, other};
    }
    limits_.lower_crest(across, node, highest);
  }

  /// The edges of v that are followed: all, or the heaviest.
  std::vector<Edge> followed(Vertex v) const {
    const auto row = graph_.row(v);
    std::vector<Edge> edges(row.begin(), row.end());
    if (edges.size() > kSwaps.neighbours) {
      const auto heavier = [](const Edge& a, const Edge& b) {
        return a.weight != b.weight ? a.weight > b.weight : a.to < b.to;
      };
      std::nth_element(edges.begin(), edges.begin() + static_cast<std::ptrdiff_t>(kSwaps.neighbours), edges.end(),
                       heavier);
      edges.resize(kSwaps.neighbours);
    }
    return edges;
  }

  EdgeWeight improve(Vertex v) {
    ++visit_;
    Candidate best;
    visited_[limits_.lowest_node(layout_.slot_of[v])] = visit_;  // a swap inside the lowest node changes nothing
    const auto& begin = topology_.level(1).begin;
    const auto& region = topology_.level(region_level_).begin;
    for (const Edge& edge : followed(v)) {
      const std::size_t around = topology_.node_of(region_level_, layout_.slot_of[edge.to]);
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

  /// Swaps a random vertex and some near it with vertices beside their neighbours; returns the gain, mostly negative.
  EdgeWeight kick(Random& random) {
    EdgeWeight gain = 0;
    auto v = static_cast<Vertex>(random.below(graph_.vertices()));
    for (std::uint64_t swaps = 1 + random.below(kSwaps.largest_kick); swaps > 0 && !graph_.row(v).empty(); --swaps) {
      const Vertex beside = graph_.row(v)[random.below(graph_.row(v).size())].to;
      const auto& region = topology_.level(region_level_).begin;
      const std::size_t around = topology_.node_of(region_level_, layout_.slot_of[beside]);
      const Slot slot = region[around] + random.below(region[around + 1] - region[around]);
      const Vertex other = layout_.vertex_of[slot];
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

  /// Hubs are not kicked: all their neighbours would have to look around.
  bool is_light(Vertex v) const { return graph_.row(v).size() <= kSwaps.neighbours; }

  bool alike(Vertex a, Vertex b) const {
    return tree_.shapes(0)[layout_.slot_of[a]] == tree_.shapes(0)[layout_.slot_of[b]];
  }

  /// Neighbours look around again; those of a hub only if the hub is now at another distance.
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
      if (!hub || change != 0) notice_change(edge.to);
    }
  }

  const Graph& graph_;
  const SlotTree& tree_;
  const TreeTopology& topology_;
  Layout& layout_;
  const std::vector<char>& fixed_;
  Distances distances_;
  EdgeWeight nearest_ = 0;  // between slots of a lowest node
  std::size_t region_level_ = 1;
  std::optional<std::vector<std::pair<Vertex, Vertex>>> journal_;  // of swaps that may have to be taken back
  WorkQueue queue_;
  std::vector<std::uint32_t> changes_;  // neighbours that moved since the last search
  std::vector<std::uint64_t> code_;     // of each vertex's slot
  std::vector<EdgeWeight> cost_;        // of each vertex's edges now
  MoveLimits limits_;
  std::vector<std::uint64_t> visited_;  // per lowest node: the last search that looked at it
  std::uint64_t visit_ = 0;
};

}  // namespace

EdgeWeight refine_by_swaps(const Graph& graph, const SlotTree& tree, Layout& layout, const std::vector<char>& fixed,
                           const Deadline& deadline) {
  return SwapRefiner(graph, tree, layout, fixed).run(deadline);
}

EdgeWeight perturb_and_refine(const Graph& graph, const SlotTree& tree, Layout& layout, const std::vector<char>& fixed,
                              Random& random, const Patience& patience) {
  return SwapRefiner(graph, tree, layout, fixed).perturb(random, patience);
}

}  // namespace topomorph::mapping
