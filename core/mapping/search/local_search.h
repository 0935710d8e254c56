// The two loops of the local searches: a descent, and a search that cools down. What a move is, the caller says.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "core/mapping/graph/queues.h"
#include "core/mapping/problem/parameters.h"
#include "core/mapping/search/layout.h"
#include "core/mapping/slots/metric.h"

namespace topomorph::mapping {

/// What a search by the cost of the edges alone says of homes, see Descent.
struct WithoutHomes {
  static constexpr std::int64_t change_away(const Move&) { return 0; }
  static constexpr bool may_be_away(std::int64_t) { return true; }
};

/// Takes one vertex after the other and makes its best move, until none gains. A queue holds the vertices whose
/// neighbours have moved. A new search of this kind is a class `Moves` with
///   layout()                           the Layout that it changes;
///   edges_per_change()                 a vertex with more edges waits for more changes, see WorkQueue;
///   kPartnerFirst                      which of two that have changed places is searched again first;
///   may_move(v)                        whether to search for v at all;
///   for_each_slot(v, look)             calls look(slot) for the slots that v may want, also several times;
///   for_each_partner(v, slot, take)    calls take(partner) for each way in which v may come to the slot, see Move;
///   change_away(move), may_be_away(c)  by how much a move changes the number of roles away from home, and whether
///                                      it may change by so much: those of WithoutHomes, or others.
/// The compiler inlines all of them.
template <class Moves>
class Descent {
 public:
  /// `moves` must outlive this.
  Descent(Moves& moves, std::size_t slots)
      : moves_(moves), graph_(moves.layout().graph()), queue_(graph_.vertices()), looked_at_(slots, 0) {}

  void wake_all() {
    for (Vertex v = 0; v < graph_.vertices(); ++v) wake(v);
  }
  /// Has a vertex that has moved searched again, and its neighbours.
  void wake_around(Vertex moved) {
    wake(moved);
    for (const Edge& edge : graph_.row(moved)) {
      if (queue_.notice_change(edge.to, graph_.row(edge.to).size(), Moves::edges_per_change())) wake(edge.to);
    }
  }

  /// Searches for all that are awake. Returns what it saves.
  EdgeWeight run(const Deadline& deadline) {
    return queue_.drain(deadline, [this](Vertex v) { return improve(v); });
  }

 private:
  struct Best {
    Gain gain;
    Move move;
  };

  void wake(Vertex v) {
    if (moves_.may_move(v)) queue_.push(v);
  }

  EdgeWeight improve(Vertex v) {
    Best best;
    looked_at_[moves_.layout().slot_of(v)] = ++search_;
    // inlined by order, so that `best` stays in registers: a descent does little else
    const auto look = [&](Vertex slot) __attribute__((always_inline)) {
      if (looked_at_[slot] == search_) return;
      looked_at_[slot] = search_;
      const auto take = [&](Vertex partner) __attribute__((always_inline)) { judge({v, slot, partner}, best); };
      moves_.for_each_partner(v, slot, take);
    };
    moves_.for_each_slot(v, look);
    if (best.move.to == kNoVertex) return 0;
    moves_.layout().make(best.move);
    const Vertex partner = best.move.partner;
    if (Moves::kPartnerFirst && partner != kNoVertex) wake_around(partner);
    wake_around(v);
    if (!Moves::kPartnerFirst && partner != kNoVertex) wake_around(partner);
    return best.gain.saved;
  }

  [[gnu::always_inline]] void judge(const Move& move, Best& best) const {
    const std::int64_t away = moves_.change_away(move);
    if (!moves_.may_be_away(away)) return;
    const EdgeWeight worthless = best.gain.saved - (away < best.gain.away ? 1 : 0);
    const Gain gain{moves_.layout().saved_by(move, worthless), away};
    if (gain > best.gain) best = {gain, move};
  }

  Moves& moves_;
  const Graph& graph_;
  WorkQueue queue_;
  std::vector<std::uint64_t> looked_at_;  // per slot: the last search that looked at it
  std::uint64_t search_ = 0;
};

/// Of Moves::edges_per_change(): every change counts.
inline constexpr std::size_t kEveryChange = std::numeric_limits<std::uint32_t>::max();

/// Calls look(slot) for the slots of v's heaviest neighbours and the slots near them.
template <class Layout, class Look>
inline void for_each_slot_near(const Layout& layout, const Metric& metric, Vertex v, std::vector<Edge>& edges,
                               Look look) {
  const auto row = layout.graph().row(v);
  edges.assign(row.begin(), row.end());
  keep_heaviest(edges, kDescent.followed);
  for (const Edge& edge : edges) {
    const Vertex beside = layout.slot_of(edge.to);
    look(beside);
    for (const Vertex slot : metric.near(beside)) look(slot);
  }
}

/// Simulated annealing: makes moves that save something, and others the more seldom the more they cost and the lower
/// the temperature [Kirkpatrick 1983]. The temperature falls `steps` times, each after edges for one step of work. A
/// new search is a class `Moves` with
///   layout()           the Layout that it changes;
///   propose(work)      a random move, or nothing; adds the edges that it looks at to `work`;
///   log_of_chance()    the logarithm of a random number between 0 and 1;
///   keep_best(work)    called before a move that costs something: the layout may be the best so far;
///   note_saved(saved)  called after a move.
/// `mean` is the mean cost of one vertex's edges.
template <class Moves>
void cool(Moves& moves, const Cooling& cooling, double mean, double steps, const Deadline& deadline) {
  const double factor = std::pow(cooling.end / cooling.start, 1 / std::max(steps, 1.0));
  double temperature = mean * cooling.start;
  const auto try_once = [&](std::uint64_t& work) {
    const std::optional<Move> move = moves.propose(work);
    if (!move) return;
    // the least gain is drawn before the gain is known: most gains need not be computed then
    const EdgeWeight worthless = static_cast<EdgeWeight>(temperature * moves.log_of_chance()) - 1;
    const EdgeWeight saved = moves.layout().saved_by(*move, worthless);
    if (saved <= worthless) return;
    if (saved < 0) moves.keep_best(work);
    moves.layout().make(*move);
    moves.note_saved(saved);
  };
  for (double step = 0; step < steps && !deadline.passed(); ++step, temperature *= factor) {
    for (std::uint64_t work = 0; work < kAnnealing.work_of_step;) try_once(work);
  }
}

}  // namespace topomorph::mapping
