// What each preset does more of: the tables of the mappers by preset and size.
#include "core/mapping/presets.h"

#include <algorithm>

namespace topomorph::mapping {

std::uint64_t exact_budget(Preset preset) { return preset == Preset::Best ? 30'000'000 : 300'000; }

// CPU seconds and costs of these efforts stand in benchmarks/RESULTS.md; the steps that led here, with their figures,
// in the log: two cycles in fast (f78caa8), four starts refined (dd49b33), rounds (8edcc48), recuts (5d19eb0).
TreePlan tree_plan(Preset preset, std::size_t slots) {
  const bool small = slots <= kTree.small;
  if (preset == Preset::Fast) return {.effort = small ? Effort{2, 4, 6, 1} : Effort{1, 2, 4, 0}};
  if (preset == Preset::Best && small) return {.effort = {8, 10, 12, 8}, .groupings = 1, .refined = 4};
  if (slots <= kTree.very_small) return {.effort = {3, 6, 8, 5}, .cuts = 6, .refined = 4};
  if (small) return {.effort = {3, 6, 8, 5}, .rounds = slots <= kTree.moderate ? 3 : 1};
  return {.effort = slots > kTree.many ? Effort{1, 4, 6, 0} : Effort{2, 4, 8, 2}};
}

namespace {

// benchmarks/mapping/NETWORKS.md has the costs and times of these budgets. Few roles get less annealing, because the
// tabu search goes on from there; with free slots more, because a window of the tabu search does not hold them all.
NetworkPlan fast_plan(bool small, bool few, std::size_t edges) {
  return {.effort = small ? Effort{2, 4, 6} : Effort{1, 2, 4},
          .annealings = few ? 0U : 1U,
          .work = std::min<std::uint64_t>(8'000'000, 1000 * edges),
          .asks_scotch = false};
}

/// Of many roles more than two annealings gain a thousandth and double the time (fe1478c); of few roles with many
/// edges one keeps the whole below 0.2 s (7de25b5).
NetworkPlan default_plan(bool small, bool few, bool has_choice, std::size_t edges) {
  const std::uint64_t most = few ? (has_choice ? 20'000'000 : 4'000'000) : 40'000'000;
  const bool dense = few && !has_choice && edges > kNetwork.dense_edges;
  return {.effort = small ? Effort{3, 6, 8} : Effort{1, 4, 6},
          .annealings = dense ? 1U
                        : few ? 4U
                              : 2U,
          .work = std::min<std::uint64_t>(most, (few ? 50'000 : 20'000) * edges)};
}

}  // namespace

NetworkPlan network_plan(const MapOptions& options, std::size_t roles, std::uint64_t slots, std::size_t edges) {
  const bool small = roles <= kNetwork.small, few = roles <= kQap.most_roles;
  if (options.preset == Preset::Fast) return fast_plan(small, few, edges);
  if (options.preset == Preset::Default) return default_plan(small, few, roles < slots, edges);
  constexpr std::size_t kAnnealings = 8;  // not measured
  const double seconds = std::min(seconds_of_best(options), 1e6) * (few ? 0.1 : 1);
  return {.effort = small ? Effort{8, 10, 12} : Effort{2, 6, 8},
          .annealings = kAnnealings,
          .work = static_cast<std::uint64_t>(seconds * kNetwork.work_per_second) / kAnnealings};
}

CapacitatedPlan capacitated_plan(Preset preset) {
  if (preset == Preset::Fast) return {{1, 3, 4}, {1, 2, 3}, 1, 100, 1, 0.5};
  if (preset == Preset::Best) return {{4, 8, 8}, {3, 6, 8}, 8, 400, 8, 3};
  return {};  // 1.000 of the best known in 4.7 s, gmap -cq 1.154 in 2.4 s: benchmarks/RESULTS.md, geometric_131072
}

// benchmarks/mapping/QAPLIB.md: distance to the best known costs with these times.
double seconds_of_tabu_search(const MapOptions& options) {
  if (options.preset == Preset::Fast) return 0.012;
  if (options.preset == Preset::Default) return 0.1;
  return kQap.share_of_limit * seconds_of_best(options);
}

std::uint64_t work_of_relief(Preset preset) {
  return preset == Preset::Fast ? 4'000'000 : preset == Preset::Default ? 40'000'000 : 1'000'000'000;
}

}  // namespace topomorph::mapping
