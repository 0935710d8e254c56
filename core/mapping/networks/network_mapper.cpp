// The mapper for topologies that are no trees: several constructions, refined, and the best of them.
#include "core/mapping/networks/network_mapper.h"

#include <algorithm>
#include <functional>

#include "core/mapping/networks/annealing.h"
#include "core/mapping/networks/descent.h"
#include "core/mapping/networks/dual_bisection.h"
#include "core/mapping/networks/region.h"
#include "core/support/workers.h"

namespace topomorph {

namespace {

constexpr std::size_t kSmall = 4096;  // roles

/// How much is done. Work is counted, in edges looked at (some 5 ns each), not timed: the result is the same on every
/// machine.
struct Plan {
  Effort effort;                   ///< of bisections
  std::size_t annealings = 0;      ///< from the best construction, each cooler than the one before
  std::uint64_t work = 0;          ///< of each
  std::uint64_t work_of_edge = 0;  ///< no more than so much for each edge
};

Plan plan_for(Preset preset, std::size_t roles) {
  const bool small = roles <= kSmall;
  if (preset == Preset::Fast) return {small ? Effort{2, 4, 6} : Effort{1, 2, 4}, 1, 10'000'000, 1000};
  if (preset == Preset::Default) return {small ? Effort{3, 6, 8} : Effort{1, 4, 6}, 4, 40'000'000, 40'000};
  return {small ? Effort{8, 10, 12} : Effort{2, 6, 8}, 16, 400'000'000, 400'000};
}

/// The hot ones find other valleys than the construction is in, the cool ones mend it.
constexpr Cooling kCoolings[] = {{0.1, 0.01}, {0.4, 0.02}, {0.2, 0.02}, {0.05, 0.005}};

class NetworkMapper {
 public:
  explicit NetworkMapper(const MapProblem& problem)
      : problem_(problem),
        options_(problem.options),
        plan_(plan_for(problem.options.preset, problem_.roles())),
        workers_(std::max(problem.options.threads, 1U)) {}

  Mapping run() {
    Placed best = refined_construction();
    if (best.cost > 0) best = anneal_all(best);
    return problem_.to_mapping(best.assignment);
  }

 private:
  using Construct = std::function<std::vector<Vertex>()>;

  Placed refined_construction() {
    const std::vector<Construct> constructs = constructions();
    std::vector<Placed> candidates(constructs.size());
    workers_.for_each(constructs.size(), [&](std::size_t i, std::size_t) {
      candidates[i] = problem_.placed(constructs[i]());
      descend(problem_, candidates[i]);
    });
    return std::move(*std::min_element(candidates.begin(), candidates.end()));
  }

  std::vector<Construct> constructions() const {
    std::vector<Construct> list = {[this] { return problem_.identity(); }};
    if (const auto& order = options_.launcher_order) {
      if (auto slots = problem_.slots_of(*order)) list.push_back([slots = std::move(*slots)] { return slots; });
    }
    if (problem_.deadline().passed()) return list;
    list.push_back([this] { return bisect_on(problem_.identity(), 0); });
    if (problem_.roles() < problem_.slots()) list.push_back([this] { return bisect_on(compact_slots(), 1); });
    return list;
  }

  std::vector<Vertex> bisect_on(std::vector<Vertex> slots, std::uint64_t number) const {
    PartitionContext context{plan_.effort, Random(options_.seed + number), problem_.deadline(), {}};
    return bisect_both(problem_, std::move(slots), context);
  }

  /// As many as roles.
  std::vector<Vertex> compact_slots() const {
    const auto distance = [this](Slot a, Slot b) {
      return static_cast<std::uint64_t>(problem_.metric().distance(static_cast<Vertex>(a), static_cast<Vertex>(b)));
    };
    const auto slots = compact_region(problem_.slots(), distance, problem_.roles(), problem_.roles(), {});
    return {slots.begin(), slots.end()};
  }

  Placed anneal_all(const Placed& start) {
    std::vector<Placed> ends(plan_.annealings, start);
    const std::uint64_t work = std::min(plan_.work, plan_.work_of_edge * problem_.graph().edges.size());
    workers_.for_each(ends.size(), [&](std::size_t i, std::size_t) {
      Random random(options_.seed * 1000003U + i);
      Cooling cooling = kCoolings[i % std::size(kCoolings)];
      cooling.work = work;
      anneal(problem_, ends[i], cooling, random);
    });
    return std::move(*std::min_element(ends.begin(), ends.end()));
  }

  NetworkProblem problem_;
  const MapOptions& options_;
  Plan plan_;
  Workers workers_;
};

}  // namespace

Mapping map_to_network(const MapProblem& problem) { return NetworkMapper(problem).run(); }

}  // namespace topomorph
