// A mapping of few roles improved by annealing, on the slots around it.
#include "core/mapping/network/annealed_window.h"

#include <algorithm>
#include <optional>

#include "core/base/workers.h"
#include "core/mapping/network/annealing.h"
#include "core/mapping/presets.h"
#include "core/mapping/qap/window_slots.h"
#include "core/topology/shapes/restricted.h"

namespace topomorph::mapping {

namespace {

/// The slot's number in an ascending list.
Slot number_in(const std::vector<Slot>& slots, Slot slot) {
  return static_cast<Slot>(std::lower_bound(slots.begin(), slots.end(), slot) - slots.begin());
}

/// Nothing where the mapping uses other slots.
std::optional<std::vector<Vertex>> numbers_in(const std::vector<Slot>& slots, const Mapping& mapping) {
  std::vector<Vertex> numbers;
  for (const Slot slot : mapping) {
    const Slot number = number_in(slots, slot);
    if (number == slots.size() || slots[number] != slot) return std::nullopt;
    numbers.push_back(static_cast<Vertex>(number));
  }
  return numbers;
}

/// From each start, the cheapest several times; the cheapest first after that, and the dearer half is forgotten.
void anneal_all(const NetworkProblem& network, std::vector<Placed>& found, const MapOptions& options,
                std::size_t round) {
  const std::size_t count = found.size();
  for (std::size_t i = count; i < std::max(count, kWindow.least_runs); ++i) found.push_back(found[i % count]);
  Workers(std::max(options.threads, 1U)).for_each(found.size(), [&](std::size_t i, std::size_t) {
    Random random(options.seed * kPortfolio.seed_stride + 1009 * round + i);
    Cooling cooling = kWindow.runs[(i + i / kWindow.runs.size()) % kWindow.runs.size()];
    cooling.work =
        std::min<std::uint64_t>(kWindow.work[round], kWindow.work_per_edge[round] * network.graph().edges.size());
    anneal(network, found[i], cooling, random);
  });
  std::stable_sort(found.begin(), found.end());
  found.resize((found.size() + 1) / 2);
}

}  // namespace

Mapping improve_by_annealing(const MapProblem& problem, std::span<const Mapping> starts) {
  const std::vector<Slot> slots = window_slots(problem.topology, starts.front(), kWindow.slots);
  const std::shared_ptr<const Topology> whole(std::shared_ptr<const Topology>(), &problem.topology);
  const topology::RestrictedTopology window(whole, slots);
  MapOptions options = problem.options;
  for (PinnedRole& pin : options.pinned) pin.slot = number_in(slots, pin.slot);
  const MapProblem inside{problem.affinity, window, nullptr, options, problem.deadline};
  const NetworkProblem network(inside);
  std::vector<Placed> found;
  for (const Mapping& start : starts) {
    if (auto at = numbers_in(slots, start)) found.push_back(network.placed(std::move(*at)));
  }
  std::stable_sort(found.begin(), found.end());
  const EdgeWeight before = found.front().cost;
  for (std::size_t round = 0; round < kWindow.work.size(); ++round) {
    if (round == kWindow.probes && found.front().cost == before) break;  // a tree that is filled well ends here
    anneal_all(network, found, options, round);
  }
  Mapping best = network.to_mapping(found.front().assignment);
  for (Slot& slot : best) slot = slots[slot];
  return best;
}

}  // namespace topomorph::mapping
