// A mapping of few roles improved by annealing, on the slots around it.
#include "core/mapping/network/annealed_window.h"

#include <algorithm>
#include <optional>

#include "core/base/workers.h"
#include "core/mapping/network/annealing.h"
#include "core/mapping/qap/window_slots.h"
#include "core/topology/shapes/restricted.h"

namespace topomorph::mapping {

namespace {

constexpr std::size_t kMostSlots = 256, kLeastRuns = 6;
/// Edges looked at in a run, some 5 ns each, at most: without a gain after kProbes rounds there are no others.
constexpr std::uint64_t kWork[] = {400'000, 600'000, 1'500'000, 1'500'000};
constexpr std::uint64_t kWorkPerEdge[] = {1000, 1500, 4000, 4000};
constexpr std::size_t kProbes = 2;
constexpr Cooling kRuns[] = {{0.1, 0.01}, {0.3, 0.02}, {0.15, 0.05}, {0.04, 0.005}};

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
  for (std::size_t i = count; i < std::max(count, kLeastRuns); ++i) found.push_back(found[i % count]);
  Workers(std::max(options.threads, 1U)).for_each(found.size(), [&](std::size_t i, std::size_t) {
    Random random(options.seed * 1000003U + 1009 * round + i);
    Cooling cooling = kRuns[(i + i / std::size(kRuns)) % std::size(kRuns)];
    cooling.work = std::min<std::uint64_t>(kWork[round], kWorkPerEdge[round] * network.graph().edges.size());
    anneal(network, found[i], cooling, random);
  });
  std::stable_sort(found.begin(), found.end());
  found.resize((found.size() + 1) / 2);
}

}  // namespace

Mapping improve_by_annealing(const MapProblem& problem, std::span<const Mapping> starts) {
  const std::vector<Slot> slots = window_slots(problem.topology, starts.front(), kMostSlots);
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
  for (std::size_t round = 0; round < std::size(kWork); ++round) {
    if (round == kProbes && found.front().cost == before) break;  // a tree that is filled well ends here
    anneal_all(network, found, options, round);
  }
  Mapping best = network.to_mapping(found.front().assignment);
  for (Slot& slot : best) slot = slots[slot];
  return best;
}

}  // namespace topomorph::mapping
