// The mapper for trees, one role on each slot.
#include "core/mapping/portfolio/tree_mapper.h"

#include "core/mapping/portfolio/capacitated_mapper.h"
#include "core/mapping/portfolio/components.h"
#include "core/mapping/problem/presets.h"
#include "core/mapping/search/candidate.h"
#include "core/mapping/search/swap_refiner.h"

namespace topomorph::mapping {

namespace {

Mapping map_to(const Instance& instance, const SearchPlan& plan) {
  return instance.to_mapping(run_search({instance, plan, instance.problem().workers}, components()).best());
}

SearchPlan plan_for(const Instance& instance) {
  return tree_plan(instance.options().preset, instance.slots(), is_regular(instance.tree()));
}

}  // namespace

Mapping map_to_tree(const Problem& problem) {
  const Instance instance = Instance::on_tree(problem);
  return map_to(instance, plan_for(instance));
}

Mapping map_by_tilings(const Problem& problem) { return map_to(Instance::on_tree(problem), tiling_plan()); }

Mapping map_with_room(const Problem& problem, const SlotChoice& choice) {
  const Instance instance = Instance::on_tree(problem, choice.slots);
  if (choice.kind == Room::Kind::Even) return map_to(instance, tiling_plan());
  Mapping found = map_to(instance, plan_for(instance));
  return choice.kind == Room::Kind::Thinned ? use_free_slots(problem, found) : found;
}

Mapping improve_on_tree(const Problem& problem, const Mapping& start) {
  const Instance instance = Instance::on_tree(problem);
  auto slot_of = instance.slots_of(start);
  if (!slot_of) return start;
  Candidate candidate = candidate_of(instance, *std::move(slot_of));
  refine_by_group_swaps(instance.graph(), instance.tree(), candidate.assignment, instance.fixed(), problem.deadline);
  return instance.to_mapping(candidate);
}

}  // namespace topomorph::mapping
