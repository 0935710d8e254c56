// Improves a mapping of few roles by annealing, on the slots around it.
#include "core/mapping/network/annealed_window.h"

#include <algorithm>

#include "core/mapping/network/annealing.h"
#include "core/mapping/slot_selection.h"

namespace topomorph::mapping {

namespace {

/// Anneals from each candidate, from the first ones several times; keeps the cheaper half, sorted.
void anneal_round(const Instance& instance, std::vector<Candidate>& found, std::size_t round) {
  const std::size_t count = found.size();
  for (std::size_t i = count; i < std::max(count, kWindow.least_runs); ++i) found.push_back(found[i % count]);
  instance.problem().workers.for_each(found.size(), [&](std::size_t i, std::size_t) {
    Random random(instance.options().seed * kPortfolio.seed_stride + 1009 * round + i);
    Cooling cooling = kWindow.runs[(i + i / kWindow.runs.size()) % kWindow.runs.size()];
    const std::uint64_t most = kWindow.work_per_edge[round] * instance.graph().edges.size();
    cooling.work = std::min<std::uint64_t>(kWindow.work[round], most);
    anneal(instance, found[i], cooling, random);
  });
  std::stable_sort(found.begin(), found.end());
  found.resize((found.size() + 1) / 2);
}

}  // namespace

Mapping improve_by_annealing(const Problem& problem, std::span<const Mapping> starts) {
  const PartialProblem window(problem, window_slots(problem.topology, starts.front(), kWindow.slots),
                              PartialProblem::Shape::AnyTopology, PartialProblem::Pins::Keep);
  const Instance instance = Instance::on_network(window.problem());
  std::vector<Candidate> found;
  for (const Mapping& start : starts) {
    const auto inside = window.to_part(start);
    if (inside) found.push_back(instance.candidate_of(*instance.slots_of(*inside)));
  }
  std::stable_sort(found.begin(), found.end());
  const EdgeWeight before = found.front().cost;
  for (std::size_t round = 0; round < kWindow.work.size(); ++round) {
    if (round == kWindow.probes && found.front().cost == before) break;  // a well filled tree ends here
    anneal_round(instance, found, round);
  }
  return window.to_whole(instance.to_mapping(found.front()));
}

}  // namespace topomorph::mapping
