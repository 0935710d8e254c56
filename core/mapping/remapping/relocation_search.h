// The search behind improved_relocation(): descent, chains of moves towards another layout, annealing.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/random.h"
#include "core/mapping/graph/queues.h"
#include "core/mapping/problem/parameters.h"
#include "core/mapping/remapping/relocation_layout.h"

namespace topomorph::mapping {

template <class Between>
class RelocationSearch {
 public:
  RelocationSearch(const Relocation& problem, const std::vector<Vertex>& start, const RelocationEffort& effort,
                   const Between& between)
      : problem_(problem),
        effort_(effort),
        layout_(problem, start, between),
        queue_(problem.roles()),
        tried_(problem.metric.slots(), 0),
        random_(effort.seed) {
    for (Vertex v = 0; v < problem.roles(); ++v) {
      if (!layout_.is_bound(v)) free_.push_back(v);
    }
  }

  std::vector<Vertex> run(const std::vector<Vertex>& target) {
    for (const Vertex v : free_) queue_.push(v);
    descend();
    if (!target.empty() && approach(target)) descend();
    const bool is_enough = effort_.work == 0 || free_.empty() || problem_.metric.slots() < 2;
    return is_enough ? layout_.slots() : anneal();
  }

 private:
  struct Change {
    RelocationGain gain;
    Vertex to = kNoVertex, partner = kNoVertex;
  };

  bool is_allowed(std::int64_t change) const {
    return change <= 0 || layout_.moved() + static_cast<std::uint64_t>(change) <= effort_.most_moved;
  }

  void consider(Vertex v, Vertex slot, Vertex partner, Change& best) const {
    const Vertex here = layout_.slot_of(v);
    const std::int64_t moved =
        layout_.change(v, here, slot) + (partner == kNoVertex ? 0 : layout_.change(partner, slot, here));
    if (!is_allowed(moved)) return;
    const RelocationGain gain = layout_.gain(v, slot, partner);
    if (gain > best.gain) best = {gain, slot, partner};
  }

  void look_at(Vertex v, Vertex slot, Change& best) {
    if (tried_[slot] == round_) return;
    tried_[slot] = round_;
    const Occupancy& occupancy = layout_.occupancy();
    if (!occupancy.may_be_on(v, slot)) return;
    if (occupancy.fits(v, slot)) consider(v, slot, kNoVertex, best);
    const auto& members = occupancy.members(slot);
    for (std::size_t i = 0; i < std::min(members.size(), kCapacitated.partners); ++i) {
      if (occupancy.may_swap(v, members[i])) consider(v, slot, members[i], best);
    }
  }

  Change best_change(Vertex v) {
    Change best;
    tried_[layout_.slot_of(v)] = ++round_;
    if (problem_.home[v] != kNoVertex) look_at(v, problem_.home[v], best);
    if (problem_.metric.slots() <= kDescent.few_slots) {
      for (Vertex slot = 0; slot < problem_.metric.slots(); ++slot) look_at(v, slot, best);
      return best;
    }
    const auto row = problem_.graph.row(v);
    edges_.assign(row.begin(), row.end());
    keep_heaviest(edges_, kDescent.followed);
    for (const Edge& edge : edges_) {
      const Vertex beside = layout_.slot_of(edge.to);
      look_at(v, beside, best);
      for (const Vertex slot : problem_.metric.near(beside)) look_at(v, slot, best);
    }
    return best;
  }

  EdgeWeight descend() {
    return queue_.drain(problem_.deadline, [this](Vertex v) {
      const Change best = best_change(v);
      if (best.to == kNoVertex) return EdgeWeight{0};
      layout_.move(v, best.to, best.partner);
      wake(v);
      if (best.partner != kNoVertex) wake(best.partner);
      return best.gain.saved;
    });
  }

  void wake(Vertex v) {
    if (!layout_.is_bound(v)) queue_.push(v);
    for (const Edge& edge : problem_.graph.row(v)) {
      if (edge.to < problem_.roles() && !layout_.is_bound(edge.to)) queue_.push(edge.to);
    }
  }

  // ------------------------------------------------------------------------------------------------------- chains

  /// Returns the roles that are elsewhere in the target, in groups: each group leaves and enters slots that no other
  /// group leaves or enters, so that it can move alone.
  std::vector<std::vector<Vertex>> chains_to(const std::vector<Vertex>& target) const {
    std::vector<Vertex> parent(problem_.metric.slots());
    for (Vertex slot = 0; slot < parent.size(); ++slot) parent[slot] = slot;
    const auto root = [&](Vertex slot) {
      while (parent[slot] != slot) slot = parent[slot] = parent[parent[slot]];
      return slot;
    };
    for (Vertex v = 0; v < problem_.roles(); ++v) parent[root(layout_.slot_of(v))] = root(target[v]);
    std::vector<Vertex> number(parent.size(), kNoVertex);
    std::vector<std::vector<Vertex>> chains;
    for (Vertex v = 0; v < problem_.roles(); ++v) {
      if (layout_.slot_of(v) == target[v]) continue;
      Vertex& chain = number[root(target[v])];
      if (chain == kNoVertex) chain = static_cast<Vertex>(chains.size()), chains.emplace_back();
      chains[chain].push_back(v);
    }
    return chains;
  }

  /// Moves chains as long as one gains. Returns whether any has moved.
  bool approach(const std::vector<Vertex>& target) {
    bool any = false;
    for (bool again = true; again && !problem_.deadline.passed();) {
      again = false;
      for (const std::vector<Vertex>& chain : chains_to(target)) again |= try_chain(chain, target);
      any |= again;
    }
    return any;
  }

  bool try_chain(const std::vector<Vertex>& chain, const std::vector<Vertex>& target) {
    const auto before = static_cast<std::int64_t>(layout_.moved());
    RelocationGain gain;
    std::vector<Vertex> from;
    for (const Vertex v : chain) {
      from.push_back(layout_.slot_of(v));
      gain.saved += layout_.put(v, target[v]);
    }
    gain.moved = static_cast<std::int64_t>(layout_.moved()) - before;
    if (gain > RelocationGain{} && is_allowed_now(gain.moved)) {
      for (const Vertex v : chain) wake(v);
      return true;
    }
    for (std::size_t i = 0; i < chain.size(); ++i) layout_.put(chain[i], from[i]);
    return false;
  }

  bool is_allowed_now(std::int64_t change) const { return change <= 0 || layout_.moved() <= effort_.most_moved; }

  // ---------------------------------------------------------------------------------------------------- annealing

  /// Returns the best layout found: accepts deteriorations, ever more rarely, and ends with a descent.
  std::vector<Vertex> anneal() {
    best_ = layout_.slots();
    start_moved_ = static_cast<std::int64_t>(layout_.moved());
    double cost = 0;
    for (const Vertex v : free_) cost += static_cast<double>(layout_.cost_of(v));
    const auto steps = static_cast<double>(effort_.work / kAnnealing.work_of_step + 1);
    const Cooling& cooling = effort_.cooling;
    const double factor = std::pow(cooling.end / cooling.start, 1 / steps);
    double temperature = cost / static_cast<double>(free_.size()) * cooling.start;
    for (double step = 0; step < steps && !problem_.deadline.passed(); ++step, temperature *= factor) {
      for (work_ = 0; work_ < kAnnealing.work_of_step;) try_once(temperature);
    }
    for (const Vertex v : free_) queue_.push(v);
    saved_ += descend();
    keep_best();
    return std::move(best_);
  }

  void keep_best() {
    const RelocationGain gain{saved_, static_cast<std::int64_t>(layout_.moved()) - start_moved_};
    if (!(gain > best_gain_)) return;
    best_gain_ = gain;
    best_ = layout_.slots();
    work_ += problem_.roles() / kRemapping.copied_per_edge;
  }

  Vertex choose_slot(Vertex v) {
    const Interval& allowed = problem_.limits.allowed[v];
    if (allowed.size() < problem_.metric.slots()) {
      return static_cast<Vertex>(allowed.begin + random_.below(allowed.size()));
    }
    const auto row = problem_.graph.row(v);
    const bool strays = row.empty() || random_.below(kAnnealing.stray) == 0;
    if (strays && problem_.home[v] != kNoVertex && random_.below(2) == 0) return problem_.home[v];
    const Vertex beside =
        strays ? static_cast<Vertex>(random_.below(problem_.roles())) : row[random_.below(row.size())].to;
    const Vertex centre = layout_.slot_of(beside);
    const auto near = problem_.metric.near(centre);
    const std::uint64_t choice = random_.below(near.size() + 1);
    return choice == near.size() ? centre : near[choice];
  }

  /// Returns a role of the slot that v may exchange places with; kNoVertex for a move. Nothing if neither is possible.
  std::optional<Vertex> choose_partner(Vertex v, Vertex slot) {
    const Occupancy& occupancy = layout_.occupancy();
    const auto& members = occupancy.members(slot);
    const bool fits = occupancy.fits(v, slot);
    if (members.empty() || (fits && random_.below(2) == 0)) return fits ? std::optional(kNoVertex) : std::nullopt;
    const Vertex other = members[random_.below(members.size())];
    return occupancy.may_swap(v, other) ? std::optional(other) : std::nullopt;
  }

  void try_once(double temperature) {
    const Vertex v = free_[random_.below(free_.size())], here = layout_.slot_of(v), to = choose_slot(v);
    work_ += 1;
    if (to == here || !layout_.occupancy().may_be_on(v, to)) return;
    const auto partner = choose_partner(v, to);
    if (!partner) return;
    if (!is_allowed(layout_.change(v, here, to) + (*partner == kNoVertex ? 0 : layout_.change(*partner, to, here)))) {
      return;
    }
    work_ += problem_.graph.row(v).size() + (*partner == kNoVertex ? 0 : problem_.graph.row(*partner).size());
    const double chance = (static_cast<double>(random_.below(kChances)) + 0.5) / static_cast<double>(kChances);
    const auto worthless = static_cast<EdgeWeight>(temperature * std::log(chance)) - 1;
    const EdgeWeight gain = layout_.gain(v, to, *partner).saved;
    if (gain <= worthless) return;
    if (gain < 0) keep_best();
    layout_.move(v, to, *partner);
    saved_ += gain;
  }

  static constexpr std::uint64_t kChances = 1 << 20;

  const Relocation& problem_;
  const RelocationEffort& effort_;
  RelocationLayout<Between> layout_;
  WorkQueue queue_;
  std::vector<std::uint64_t> tried_;  // per slot: the last search that looked at it
  std::uint64_t round_ = 0;
  std::vector<Edge> edges_;
  std::vector<Vertex> free_;  // roles that have a choice
  Random random_;
  std::uint64_t work_ = 0;  // edges looked at in this step
  EdgeWeight saved_ = 0;    // since the annealing began
  std::int64_t start_moved_ = 0;
  RelocationGain best_gain_;
  std::vector<Vertex> best_;
};

}  // namespace topomorph::mapping
