// The preset best: some layouts that are improved side by side, until the time is over.
#include "core/mapping/tree/evolution.h"

#include <algorithm>

#include "core/mapping/tree/multisection.h"
#include "core/mapping/tree/swap_refiner.h"

namespace topomorph::mapping {

namespace {

constexpr std::size_t kPopulation = 4;
constexpr int kRoundsOfOneAge = 6;  // after which the worst is replaced by the best
constexpr Effort kFirst = {3, 6, 8, 4}, kLater = {3, 6, 8, 3};
constexpr double kKicksPerVertex = 0.5;

// What a round costs, measured on one core of an AMD EPYC of 2024 and doubled at least: slower machines and loaded ones
// shall do all of the work too, or the clock ends it, and what is found depends on them.
constexpr double kSecondsPerEdge = 12e-6;  // and turn: to cut anew and refine
constexpr double kSecondsPerSlot = 200e-6;
constexpr double kSecondsPerKick = 30e-6;

// So few slots hold no surprise after so many rounds without a gain.
constexpr std::size_t kFewSlots = 32;
constexpr int kRoundsInVain = 200;

class Evolution {
 public:
  Evolution(const TreeProblem& problem, Candidate first, Workers& workers)
      : problem_(problem), workers_(workers), members_(kPopulation, std::move(first)) {}

  Candidate run(int rounds) {
    const EdgeWeight least = problem_.least_cost();
    EdgeWeight reached = best().cost;
    int in_vain = 0;
    for (int round = 0; round < rounds && reached > least && !problem_.deadline().passed(); ++round) {
      workers_.for_each(members_.size(), [&](std::size_t i, std::size_t) { improve(i, round, least); });
      if (round % kRoundsOfOneAge == kRoundsOfOneAge - 1) *worst() = best();
      in_vain = best().cost < reached ? 0 : in_vain + 1;
      reached = best().cost;
      if (in_vain == kRoundsInVain && problem_.slots() <= kFewSlots) break;
    }
    return best();
  }

 private:
  Candidate& best() { return *std::min_element(members_.begin(), members_.end()); }
  std::vector<Candidate>::iterator worst() { return std::max_element(members_.begin(), members_.end()); }

  /// The first member goes on from where it is; in the first round the others begin anew.
  void improve(std::size_t i, int round, EdgeWeight least) {
    Candidate& member = members_[i];
    Random random((problem_.options().seed * kPopulation + i + 1) * 1000003U + static_cast<std::uint64_t>(round));
    const bool anew = round == 0 && i > 0;
    PartitionContext context{anew ? kFirst : kLater, Random(random.next()), problem_.deadline(), {}};
    Candidate next = problem_.candidate_of(
        multisection(problem_.graph(), problem_.tree(), context, anew ? nullptr : &member.layout));
    next.cost -= refine_by_group_swaps(problem_.graph(), problem_.tree(), next.layout, problem_.fixed(), SwapSearch{},
                                       problem_.deadline());
    const auto kicks = static_cast<std::uint64_t>(kKicksPerVertex * static_cast<double>(problem_.slots()));
    next.cost -= perturb_and_refine(problem_.graph(), problem_.tree(), next.layout, problem_.fixed(), SwapSearch{},
                                    random, {next.cost - least, kicks, problem_.deadline()});
    if (next.cost <= member.cost || anew) member = std::move(next);
  }

  const TreeProblem& problem_;
  Workers& workers_;
  std::vector<Candidate> members_;
};

}  // namespace

Candidate evolve(const TreeProblem& problem, Candidate first, Workers& workers) {
  const Candidate start = first;
  const double seconds = problem.options().time_limit.value_or(kSecondsOfBest);
  const auto edges = static_cast<double>(problem.graph().edges.size()), slots = static_cast<double>(problem.slots());
  const double round =
      kPopulation * (kSecondsPerEdge * edges + (kSecondsPerSlot + kSecondsPerKick * kKicksPerVertex) * slots);
  const int rounds = static_cast<int>(std::min(seconds / std::max(round, 1e-6), 1e6));
  return std::min(Evolution(problem, std::move(first), workers).run(rounds), start);
}

}  // namespace topomorph::mapping
