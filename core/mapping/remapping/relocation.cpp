// A mapping problem with a present mapping: roles have homes, and pay for the way from there.
#include "core/mapping/remapping/relocation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/random.h"
#include "core/mapping/search/local_search.h"
#include "core/mapping/slots/occupancy.h"

namespace topomorph::mapping {

namespace {

/// Roles on slots, and how many of them are away from home. The homes are marks: a role's home is vertex roles + role.
class Residents : public Occupancy {
 public:
  Residents(const Relocation& problem, const std::vector<Vertex>& start)
      : Occupancy(problem.limits, problem.metric.slots(), problem.home),
        home_(problem.home),
        away_(problem.moved(start)) {
    for (Vertex v = 0; v < problem.roles(); ++v) put(v, start[v]);
  }

  void make(const Move& move) {
    away_ += static_cast<std::uint64_t>(change_away(move));
    Occupancy::make(move);
  }

  std::uint64_t away() const { return away_; }
  /// Returns by how much the move changes the number of roles away from home.
  std::int64_t change_away(const Move& move) const {
    const auto [v, to, partner] = move;
    const Vertex from = slot_of(v);
    return change_of(v, from, to) + (partner == kNoVertex ? 0 : change_of(partner, to, from));
  }

 private:
  std::int64_t change_of(Vertex v, Vertex from, Vertex to) const {
    return static_cast<std::int64_t>(to != home_[v]) - static_cast<std::int64_t>(from != home_[v]);
  }

  const std::vector<Vertex>& home_;
  std::uint64_t away_;
};

/// The moves of a Descent and of cool(), and the best layout that cool() has seen.
template <class Between>
class RelocationMoves {
 public:
  static std::size_t edges_per_change() { return kEveryChange; }
  static constexpr bool kPartnerFirst = false;

  RelocationMoves(const Relocation& problem, const std::vector<Vertex>& start, const RelocationEffort& effort,
                  const Between& between)
      : problem_(problem),
        residents_(problem, start),
        layout_(problem.graph, residents_, between),
        most_away_(effort.most_moved),
        random_(effort.seed) {
    for (Vertex v = 0; v < problem.roles(); ++v) {
      if (may_move(v)) free_.push_back(v);
    }
  }

  auto& layout() { return layout_; }
  const Residents& residents() const { return residents_; }
  const std::vector<Vertex>& free() const { return free_; }  ///< roles that have a choice

  bool may_move(Vertex v) const { return v < problem_.roles() && !problem_.limits.is_bound(v); }
  std::int64_t change_away(const Move& move) const { return residents_.change_away(move); }
  bool may_be_away(std::int64_t change) const {
    return change <= 0 || residents_.away() + static_cast<std::uint64_t>(change) <= most_away_;
  }

  template <class Look>
  void for_each_slot(Vertex v, Look look) {
    if (problem_.home[v] != kNoVertex) look(problem_.home[v]);
    const auto slots = static_cast<Vertex>(problem_.metric.slots());
    if (slots > kDescent.few_slots) return for_each_slot_near(layout_, problem_.metric, v, edges_, look);
    for (Vertex slot = 0; slot < slots; ++slot) look(slot);
  }

  template <class Take>
  void for_each_partner(Vertex v, Vertex slot, Take take) const {
    residents_.for_each_partner(v, slot, kCapacitated.partners, take);
  }

  std::optional<Move> propose(std::uint64_t& work) {
    const Vertex v = free_[random_.below(free_.size())], to = choose_slot(v);
    work += 1;
    if (to == layout_.slot_of(v) || !residents_.may_be_on(v, to)) return std::nullopt;
    const auto partner = choose_partner(v, to);
    if (!partner || !may_be_away(change_away({v, to, *partner}))) return std::nullopt;
    work += problem_.graph.row(v).size() + (*partner == kNoVertex ? 0 : problem_.graph.row(*partner).size());
    return Move{v, to, *partner};
  }

  double log_of_chance() {
    constexpr std::uint64_t kChances = 1 << 20;
    return std::log((static_cast<double>(random_.below(kChances)) + 0.5) / static_cast<double>(kChances));
  }

  /// Begins to note what is saved, and the best layout.
  void begin_record() {
    best_ = residents_.slots_of_roles();
    best_gain_ = {};
    first_away_ = residents_.away();
    saved_ = 0;
  }
  void note_saved(EdgeWeight saved) { saved_ += saved; }
  void keep_best(std::uint64_t& work) {
    const Gain gain{saved_, static_cast<std::int64_t>(residents_.away() - first_away_)};
    if (!(gain > best_gain_)) return;
    best_gain_ = gain;
    best_ = residents_.slots_of_roles();
    work += problem_.roles() / kRemapping.copied_per_edge;
  }
  const std::vector<Vertex>& best() const { return best_; }

 private:
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
    const auto& members = residents_.members(slot);
    const bool fits = residents_.fits(v, slot);
    if (members.empty() || (fits && random_.below(2) == 0)) return fits ? std::optional(kNoVertex) : std::nullopt;
    const Vertex other = members[random_.below(members.size())];
    return residents_.may_swap(v, other) ? std::optional(other) : std::nullopt;
  }

  const Relocation& problem_;
  Residents residents_;
  Layout<Residents, Between> layout_;
  std::uint64_t most_away_;
  std::vector<Vertex> free_;
  std::vector<Edge> edges_;
  Random random_;
  std::uint64_t first_away_ = 0;
  EdgeWeight saved_ = 0;
  Gain best_gain_;
  std::vector<Vertex> best_;
};

/// Descends, moves whole chains of roles towards another layout, and anneals.
template <class Between>
class RelocationSearch {
 public:
  RelocationSearch(const Relocation& problem, const std::vector<Vertex>& start, const RelocationEffort& effort,
                   const Between& between)
      : problem_(problem),
        effort_(effort),
        moves_(problem, start, effort, between),
        descent_(moves_, problem.metric.slots()) {}

  std::vector<Vertex> run(const std::vector<Vertex>& target) {
    descend();
    if (!target.empty() && approach(target)) descent_.run(problem_.deadline);
    const bool is_enough = effort_.work == 0 || moves_.free().empty() || problem_.metric.slots() < 2;
    return is_enough ? moves_.residents().slots_of_roles() : anneal();
  }

 private:
  EdgeWeight descend() {
    descent_.wake_all();
    return descent_.run(problem_.deadline);
  }

  Vertex slot_of(Vertex v) const { return moves_.residents().slot_of(v); }

  /// Returns the roles that are elsewhere in the target, in groups: each group leaves and enters slots that no other
  /// group leaves or enters, so that it can move alone.
  std::vector<std::vector<Vertex>> chains_to(const std::vector<Vertex>& target) const {
    std::vector<Vertex> parent(problem_.metric.slots());
    for (Vertex slot = 0; slot < parent.size(); ++slot) parent[slot] = slot;
    const auto root = [&](Vertex slot) {
      while (parent[slot] != slot) slot = parent[slot] = parent[parent[slot]];
      return slot;
    };
    for (Vertex v = 0; v < problem_.roles(); ++v) parent[root(slot_of(v))] = root(target[v]);
    std::vector<Vertex> number(parent.size(), kNoVertex);
    std::vector<std::vector<Vertex>> chains;
    for (Vertex v = 0; v < problem_.roles(); ++v) {
      if (slot_of(v) == target[v]) continue;
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
    Gain gain;
    std::vector<Vertex> from;
    for (const Vertex v : chain) {
      from.push_back(slot_of(v));
      gain.away += moves_.change_away({v, target[v], kNoVertex});
      gain.saved += moves_.layout().put(v, target[v]);
    }
    if (gain > Gain{} && (gain.away <= 0 || moves_.residents().away() <= effort_.most_moved)) {
      for (const Vertex v : chain) descent_.wake_around(v);
      return true;
    }
    for (std::size_t i = 0; i < chain.size(); ++i) moves_.layout().put(chain[i], from[i]);
    return false;
  }

  /// Returns the best layout found: accepts deteriorations, ever more rarely, and ends with a descent.
  std::vector<Vertex> anneal() {
    double cost = 0;
    for (const Vertex v : moves_.free()) cost += static_cast<double>(moves_.layout().cost_of(v));
    const double mean = cost / static_cast<double>(moves_.free().size());
    const auto steps = static_cast<double>(effort_.work / kAnnealing.work_of_step + 1);
    moves_.begin_record();
    cool(moves_, effort_.cooling, mean, steps, problem_.deadline);
    moves_.note_saved(descend());
    std::uint64_t work = 0;
    moves_.keep_best(work);
    return moves_.best();
  }

  const Relocation& problem_;
  const RelocationEffort& effort_;
  RelocationMoves<Between> moves_;
  Descent<RelocationMoves<Between>> descent_;
};

}  // namespace

std::vector<Vertex> improved_relocation(const Relocation& problem, const std::vector<Vertex>& start,
                                        const std::vector<Vertex>& target, const RelocationEffort& effort) {
  return problem.metric.with_distance(
      [&](const auto& between) { return RelocationSearch(problem, start, effort, between).run(target); });
}

}  // namespace topomorph::mapping
