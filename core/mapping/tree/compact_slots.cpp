// Fewer roles than slots of a tree: the slots are chosen first, as close together as can be, and then filled.
#include "core/mapping/tree/compact_slots.h"

#include <algorithm>

#include "core/mapping/network/region.h"
#include "core/mapping/tree/tree_mapper.h"

namespace topomorph::mapping {

Mapping map_to_compact_slots(const MapProblem& problem) {
  const std::uint64_t roles = problem.affinity.roles();
  const std::vector<Slot> slots = compact_region(problem.topology, roles, roles, {});
  const TreeTopology part = problem.tree->restricted_to(slots);
  MapOptions options = problem.options;
  options.preset = std::min(options.preset, Preset::Default);  // the best is looked for once, on more slots
  options.launcher_order.reset();
  options.pinned.clear();
  Mapping mapping = map_to_tree({problem.affinity, part, &part, options, problem.deadline});
  for (Slot& slot : mapping) slot = slots[slot];
  return mapping;
}

}  // namespace topomorph::mapping
