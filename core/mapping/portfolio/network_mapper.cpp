// The mapper for any topology by distances alone.
#include "core/mapping/portfolio/network_mapper.h"

#include <algorithm>
#include <numeric>

#include "core/mapping/portfolio/components.h"
#include "core/mapping/search/candidate.h"
#include "core/mapping/search/network_refiner.h"
#include "core/mapping/search/tabu_mapper.h"

namespace topomorph::mapping {

namespace {

/// The tabu search of few roles, from the candidates of a search.
class Continuation {
 public:
  Continuation(const Instance& instance, Pool pool)
      : instance_(instance), problem_(instance.problem()), pool_(std::move(pool)) {}

  Mapping run() {
    if (!problem_.options.sharing.confined.empty()) return search_between_parts();
    const bool leaves_free = instance_.vertices() < instance_.slots() && problem_.options.pinned.empty();
    if (leaves_free && problem_.options.preset != Preset::Fast) add_mapping_to_first_slots();
    return search_twice();
  }

 private:
  /// Adds the mapping onto the first slots alone: with few roles among many slots, all other starts may lie near one
  /// poor local optimum.
  void add_mapping_to_first_slots() {
    std::vector<Slot> first;
    for (Vertex slot = 0; slot < instance_.vertices(); ++slot) first.push_back(instance_.slot(slot));
    const PartialProblem part(problem_, std::move(first), PartialProblem::Shape::AnyTopology);
    auto slot_of = instance_.slots_of(part.to_whole(map_to_network(part.problem())));
    if (slot_of) pool_.candidates.push_back(candidate_of(instance_, *std::move(slot_of)));
    std::sort(pool_.candidates.begin(), pool_.candidates.end());
  }

  /// Searches from all candidates, and from the identity alone: with little work, starts near one local optimum keep
  /// the search there.
  Mapping search_twice() const {
    std::vector<Mapping> starts;
    for (const Candidate& candidate : pool_.candidates) starts.push_back(instance_.to_mapping(candidate));
    Mapping mapping = improve_by_tabu_search(problem_, starts);
    if (problem_.options.preset == Preset::Best || problem_.deadline.passed()) return mapping;
    Mapping other = map_by_tabu_search(problem_);
    const auto slots = instance_.slots_of(mapping), slots_of_other = instance_.slots_of(other);
    if (!slots || !slots_of_other) return mapping;
    return instance_.cost_of(*slots_of_other) < instance_.cost_of(*slots) ? other : mapping;
  }

  /// Searches with the confined roles pinned where they are, because the tabu search knows no parts of the machine; the
  /// descent after it moves them within their parts.
  Mapping search_between_parts() {
    Candidate best = pool_.best();
    MapOptions options = problem_.options;
    options.sharing.confined.clear();
    for (Vertex role = 0; role < instance_.vertices(); ++role) {
      if (!instance_.is_confined(role) || instance_.fixed()[role]) continue;
      options.pinned.push_back({role, instance_.slot(best.assignment.slot_of[role])});
    }
    const Mapping start = instance_.to_mapping(best);
    const Problem pinned{problem_.affinity, problem_.topology, problem_.tree, options,
                         problem_.deadline, problem_.workers,  problem_.map};
    if (auto slots = instance_.slots_of(improve_by_tabu_search(pinned, {&start, 1}))) {
      Candidate next = candidate_of(instance_, *std::move(slots));
      descend(instance_, next);
      best = std::min(best, next);
    }
    return instance_.to_mapping(best);
  }

  const Instance& instance_;
  const Problem& problem_;
  Pool pool_;
};

}  // namespace

Mapping map_to_network(const Problem& problem) {
  const Instance instance = Instance::on_network(problem);
  const SearchPlan plan = network_plan(problem.options, {.roles = problem.roles(),
                                                         .slots = problem.slots(),
                                                         .edges = instance.graph().edges.size(),
                                                         .has_machines = has_machines(problem.topology)});
  Pool pool = run_search({instance, plan, problem.workers}, components());
  if (!problem.has_few_roles() || pool.best().cost <= pool.lower_bound) return instance.to_mapping(pool.best());
  return Continuation(instance, std::move(pool)).run();
}

}  // namespace topomorph::mapping
