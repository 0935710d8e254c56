// The preset best: some layouts that are improved side by side, until the time is over.
#include "core/mapping/tree/evolution.h"

#include <algorithm>

#include "core/mapping/presets.h"
#include "core/mapping/tree/multisection.h"
#include "core/mapping/tree/swap_refiner.h"

namespace topomorph::mapping {

namespace {

class Evolution {
 public:
  Evolution(const TreeProblem& problem, Candidate first, Workers& workers)
      : problem_(problem), workers_(workers), members_(kEvolution.members, std::move(first)) {}

  Candidate run(int rounds) {
    const EdgeWeight least = problem_.least_cost();
    EdgeWeight reached = best().cost;
    int in_vain = 0;
    for (int round = 0; round < rounds && reached > least && !problem_.deadline().passed(); ++round) {
      workers_.for_each(members_.size(), [&](std::size_t i, std::size_t) { improve(i, round, least); });
      if (round % kEvolution.rounds_of_age == kEvolution.rounds_of_age - 1) *worst() = best();
      in_vain = best().cost < reached ? 0 : in_vain + 1;
      reached = best().cost;
      if (in_vain == kEvolution.rounds_without_gain && problem_.slots() <= kEvolution.few_slots) break;
    }
    return best();
  }

 private:
  Candidate& best() { return *std::min_element(members_.begin(), members_.end()); }
  std::vector<Candidate>::iterator worst() { return std::max_element(members_.begin(), members_.end()); }

  /// The first member goes on from where it is; in the first round the others begin anew.
  void improve(std::size_t i, int round, EdgeWeight least) {
    Candidate& member = members_[i];
    Random random((problem_.options().seed * kEvolution.members + i + 1) * kPortfolio.seed_stride +
                  static_cast<std::uint64_t>(round));
    const bool anew = round == 0 && i > 0;
    PartitionContext context{
        anew ? kEvolution.first : kEvolution.later, Random(random.next()), problem_.deadline(), {}};
    Candidate next = problem_.candidate_of(
        multisection(problem_.graph(), problem_.tree(), context, anew ? nullptr : &member.layout));
    next.cost -=
        refine_by_group_swaps(problem_.graph(), problem_.tree(), next.layout, problem_.fixed(), problem_.deadline());
    const auto kicks = static_cast<std::uint64_t>(kEvolution.kicks_per_vertex * static_cast<double>(problem_.slots()));
    next.cost -= perturb_and_refine(problem_.graph(), problem_.tree(), next.layout, problem_.fixed(), random,
                                    {next.cost - least, kicks, problem_.deadline()});
    if (next.cost <= member.cost || anew) member = std::move(next);
  }

  const TreeProblem& problem_;
  Workers& workers_;
  std::vector<Candidate> members_;
};

}  // namespace

Candidate evolve(const TreeProblem& problem, Candidate first, Workers& workers) {
  const Candidate start = first;
  const double seconds = seconds_of_best(problem.options());
  const auto edges = static_cast<double>(problem.graph().edges.size()), slots = static_cast<double>(problem.slots());
  const double round =
      kEvolution.members *
      (kEvolution.seconds_per_edge * edges +
       (kEvolution.seconds_per_slot + kEvolution.seconds_per_kick * kEvolution.kicks_per_vertex) * slots);
  const int rounds = static_cast<int>(std::min(seconds / std::max(round, 1e-6), 1e6));
  return std::min(Evolution(problem, std::move(first), workers).run(rounds), start);
}

}  // namespace topomorph::mapping
