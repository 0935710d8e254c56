// Improves a refined assignment on a tree further: by more cuts, perturbation, and the evolution of preset best.
#include "core/mapping/starts/iteration.h"

#include <algorithm>

#include "core/mapping/search/candidate.h"
#include "core/mapping/search/swap_refiner.h"
#include "core/mapping/starts/multisection.h"

namespace topomorph::mapping {

namespace {

Candidate cut_anew(const Instance& instance, PartitionContext& context, const Assignment* start) {
  Candidate next = candidate_of(instance, multisection(instance.graph(), instance.tree(), context, start).slot_of);
  next.cost -=
      refine_by_group_swaps(instance.graph(), instance.tree(), next.assignment, instance.fixed(), instance.deadline());
  return next;
}

void perturb_candidate(const Instance& instance, Candidate& candidate, double kicks_per_slot, Random& random,
                       EdgeWeight least) {
  const auto kicks = static_cast<std::uint64_t>(kicks_per_slot * static_cast<double>(instance.slots()));
  candidate.cost -= perturb_and_refine(instance.graph(), instance.tree(), candidate.assignment, instance.fixed(),
                                       random, {candidate.cost - least, kicks, instance.deadline()});
}

class Evolution {
 public:
  Evolution(const Search& search, const Candidate& first, EdgeWeight least)
      : search_(search), instance_(search.instance), least_(least), members_(kEvolution.members, first) {}

  Candidate run(int rounds) {
    EdgeWeight reached = best().cost;
    int without_gain = 0;
    for (int round = 0; round < rounds && reached > least_ && !search_.is_over(); ++round) {
      search_.workers.for_each(members_.size(), [&](std::size_t i, std::size_t) { improve(i, round); });
      if (round % kEvolution.rounds_of_age == kEvolution.rounds_of_age - 1) *worst() = best();
      without_gain = best().cost < reached ? 0 : without_gain + 1;
      reached = best().cost;
      if (without_gain == kEvolution.rounds_without_gain && instance_.slots() <= kEvolution.few_slots) break;
    }
    return best();
  }

 private:
  Candidate& best() { return *std::min_element(members_.begin(), members_.end()); }
  std::vector<Candidate>::iterator worst() { return std::max_element(members_.begin(), members_.end()); }

  /// Carries out one round of one member. In the first round all members but the first begin anew.
  void improve(std::size_t i, int round) {
    Candidate& member = members_[i];
    Random random((search_.options().seed * kEvolution.members + i + 1) * kPortfolio.seed_stride +
                  static_cast<std::uint64_t>(round));
    const bool anew = round == 0 && i > 0;
    PartitionContext context{
        anew ? kEvolution.first : kEvolution.later, Random(random.next()), instance_.deadline(), {}};
    Candidate next = cut_anew(instance_, context, anew ? nullptr : &member.assignment);
    perturb_candidate(instance_, next, kEvolution.kicks_per_vertex, random, least_);
    if (next.cost <= member.cost || anew) member = std::move(next);
  }

  const Search& search_;
  const Instance& instance_;
  EdgeWeight least_;
  std::vector<Candidate> members_;
};

int rounds_of_evolution(const Search& search) {
  const auto edges = static_cast<double>(search.instance.graph().edges.size());
  const auto slots = static_cast<double>(search.instance.slots());
  const double of_slot = kEvolution.seconds_per_slot + kEvolution.seconds_per_kick * kEvolution.kicks_per_vertex;
  const double round =
      static_cast<double>(kEvolution.members) * (kEvolution.seconds_per_edge * edges + of_slot * slots);
  return static_cast<int>(std::min(seconds_of_best(search.options()) / std::max(round, 1e-6), 1e6));
}

}  // namespace

void recut(const Search& search, Pool& pool) {
  Candidate& best = pool.best();
  if (pool.is_tight || best.cost <= pool.lower_bound) return;
  for (int i = 0; i < search.plan.recuts && !search.is_over(); ++i) {
    const std::uint64_t seed = search.options().seed * kPortfolio.seed_stride + static_cast<unsigned>(i);
    PartitionContext context{kTree.round, Random(seed), search.instance.deadline(), {}, &search.workers};
    Candidate next = cut_anew(search.instance, context, &best.assignment);
    if (next.cost >= best.cost) break;
    best = std::move(next);
  }
}

void perturb(const Search& search, Pool& pool) {
  if (pool.best().cost <= pool.lower_bound) return;
  Random random(search.options().seed);
  const double kicks = pool.is_tight ? kTree.kicks_per_slot_if_tight : kTree.kicks_per_slot;
  perturb_candidate(search.instance, pool.best(), kicks, random, pool.lower_bound);
}

void evolve(const Search& search, Pool& pool) {
  Candidate found = Evolution(search, pool.best(), pool.lower_bound).run(rounds_of_evolution(search));
  if (found < pool.best()) pool.best() = std::move(found);
}

}  // namespace topomorph::mapping
