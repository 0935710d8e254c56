// The mapper for trees, one role on each slot.
#include "core/mapping/tree/tree_mapper.h"

#include "core/mapping/search.h"
#include "core/mapping/slot_selection.h"
#include "core/mapping/tree/swap_refiner.h"

namespace topomorph::mapping {

Mapping map_to_tree(const Problem& problem) {
  const Instance instance = Instance::on_tree(problem);
  const SearchPlan plan = tree_plan(problem.options.preset, instance.slots());
  return instance.to_mapping(run_search({instance, plan, problem.workers}).best());
}

Mapping improve_on_tree(const Problem& problem, const Mapping& start) {
  const Instance instance = Instance::on_tree(problem);
  auto slot_of = instance.slots_of(start);
  if (!slot_of) return start;
  Candidate candidate = instance.candidate_of(*std::move(slot_of));
  refine_by_group_swaps(instance.graph(), instance.tree(), candidate.assignment, instance.fixed(), problem.deadline);
  return instance.to_mapping(candidate);
}

Mapping map_to_compact_slots(const Problem& problem) {
  const std::uint64_t roles = problem.roles();
  const PartialProblem part(problem, compact_region(problem.topology, roles, roles, {}), PartialProblem::Shape::Tree);
  return part.to_whole(map_to_tree(part.problem()));
}

}  // namespace topomorph::mapping
