// The mapper for trees: several constructions, refined, and the best of them.
#include "core/mapping/tree/tree_mapper.h"

#include <algorithm>
#include <functional>

#include "core/mapping/presets.h"
#include "core/mapping/tree/box_tiling.h"
#include "core/mapping/tree/evolution.h"
#include "core/mapping/tree/exact.h"
#include "core/mapping/tree/grouping.h"
#include "core/mapping/tree/multisection.h"
#include "core/mapping/tree/swap_refiner.h"
#include "core/mapping/tree/tree_problem.h"

namespace topomorph::mapping {

namespace {

class TreeMapper {
 public:
  explicit TreeMapper(const MapProblem& problem)
      : problem_(problem), options_(problem.options), workers_(std::max(problem.options.threads, 1U)) {}

  Mapping run() {
    if (problem_.slots() <= kTree.exact_slots) {
      const Candidate start = problem_.candidate_of(problem_.identity());
      if (const auto layout = best_of_all(problem_.graph(), problem_.tree(), start.layout, problem_.fixed(),
                                          exact_budget(options_.preset))) {
        return problem_.to_mapping(*layout);
      }
    }
    const TreePlan plan = tree_plan(options_.preset, problem_.slots());
    Candidate best = best_construction(plan);
    go_on(plan, best);
    if (options_.preset == Preset::Best) best = evolve(problem_, std::move(best), workers_);
    return problem_.to_mapping(best.layout);
  }

  Mapping improve(const Mapping& start) const {
    std::optional<Layout> layout = problem_.layout_of(start);
    if (!layout) return start;
    Candidate candidate = problem_.candidate_of(std::move(*layout));
    refine(candidate);
    return problem_.to_mapping(candidate.layout);
  }

 private:
  using Try = std::function<Layout()>;

  /// Constructs, refines what is promising, and gives back the cheapest.
  Candidate best_construction(const TreePlan& plan) {
    std::vector<Candidate> candidates;
    for (const Try& make : tries(plan)) {  // the first always runs, the others if there is time
      if (candidates.empty() || !problem_.deadline().passed()) candidates.push_back(problem_.candidate_of(make()));
    }
    keep_promising(candidates, plan.refined);
    workers_.for_each(candidates.size(), [&](std::size_t i, std::size_t) { refine(candidates[i]); });
    return std::move(*std::min_element(candidates.begin(), candidates.end()));
  }

  /// What single cuts and refinements leave to chance, of affinities that are no grids one in a hundred.
  void go_on(const TreePlan& plan, Candidate& best) {
    const EdgeWeight least = problem_.least_cost();
    if (plan.rounds == 0 || best.cost <= least) return;
    for (int i = 0; i < plan.rounds && !is_tight_ && !problem_.deadline().passed(); ++i) {
      Candidate next = cut_anew(best.layout, options_.seed * kPortfolio.seed_stride + static_cast<unsigned>(i));
      if (next.cost >= best.cost) break;
      best = std::move(next);
    }
    if (problem_.slots() > kTree.moderate) return;
    Random random(options_.seed);
    const auto kicks = static_cast<std::uint64_t>(kTree.kicks_per_slot * static_cast<double>(problem_.slots()));
    best.cost -= perturb_and_refine(problem_.graph(), problem_.tree(), best.layout, problem_.fixed(), random,
                                    {best.cost - least, kicks, problem_.deadline()});
  }

  Candidate cut_anew(const Layout& start, std::uint64_t seed) {
    PartitionContext context{kTree.round, Random(seed), problem_.deadline(), {}, &workers_};
    Candidate next = problem_.candidate_of(multisection(problem_.graph(), problem_.tree(), context, &start));
    refine(next);
    return next;
  }

  /// A grid that boxes fit well needs no cuts.
  std::vector<Try> tries(const TreePlan& plan) {
    std::vector<Try> tries = {[this] { return problem_.identity(); }};
    if (options_.launcher_order) {
      if (auto order = problem_.layout_of(*options_.launcher_order)) tries.push_back([order] { return *order; });
    }
    const bool regular = is_regular(problem_.tree());
    if (auto tiling = regular ? tile(problem_) : std::nullopt) {
      tries.insert(tries.begin(),
                   [layout = tiling->layout] { return layout; });  // it is there: the time does not matter
      is_tight_ = tiling->is_tight;
      if (is_tight_) return tries;
    }
    for (std::uint64_t i = 0; i < plan.cuts; ++i) {
      tries.push_back([this, i, effort = plan.effort] {
        PartitionContext context{effort, Random(options_.seed + i), problem_.deadline(), {}, &workers_};
        return multisection(problem_.graph(), problem_.tree(), context);
      });
    }
    for (int i = 0; i < plan.groupings && regular; ++i) {
      tries.push_back([this, i] {
        Random random(options_.seed + static_cast<std::uint64_t>(i));
        return grouping(problem_.graph(), problem_.tree(), random, problem_.deadline());
      });
    }
    return tries;
  }

  static std::optional<BoxTiling> tile(const TreeProblem& problem) {
    const auto grid = recognise_grid(problem.graph());
    return grid ? tile_by_boxes(*grid, problem.tree()) : std::nullopt;
  }

  /// Refining costs the more the worse the start, and bad starts do not win: only the cheapest go on.
  static void keep_promising(std::vector<Candidate>& candidates, std::size_t most) {
    std::stable_sort(candidates.begin(), candidates.end());
    const double limit = static_cast<double>(candidates.front().cost) * kTree.promising;
    std::size_t count = 1;
    while (count < std::min(candidates.size(), most) && static_cast<double>(candidates[count].cost) <= limit) {
      ++count;
    }
    candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(count), candidates.end());
  }

  void refine(Candidate& candidate) const {
    candidate.cost -= refine_by_group_swaps(problem_.graph(), problem_.tree(), candidate.layout, problem_.fixed(),
                                            problem_.deadline());
  }

  TreeProblem problem_;
  const MapOptions& options_;
  Workers workers_;
  bool is_tight_ = false;  // a tiling: nothing much better exists
};

}  // namespace

Mapping map_to_tree(const MapProblem& problem) { return TreeMapper(problem).run(); }

Mapping improve_on_tree(const MapProblem& problem, const Mapping& start) { return TreeMapper(problem).improve(start); }

}  // namespace topomorph::mapping
