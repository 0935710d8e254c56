// The Cartesian algorithms as entries of the table of mapping algorithms.
#include "core/mapping/cartesian/grid_mapper.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/mapping/slot_selection.h"
#include "core/mapping/tree/tree_mapper.h"

namespace topomorph::mapping {

Mapping map_grid(const Problem& problem, const CartesianAlgorithm& algorithm) {
  if (!problem.options.grid) {
    throw InputError("the algorithm \"" + algorithm.name +
                     "\" needs an affinity that is known to be a grid, such as cart:12x12");
  }
  std::vector<Slot> pinned;
  std::optional<Slot> first;  // slot of role 0, the usual pin
  for (const PinnedRole& pin : problem.options.pinned) {
    pinned.push_back(pin.slot);
    if (pin.role == 0) first = pin.slot;
  }
  const std::vector<Slot> slots = choose_slots(*problem.tree, problem.affinity.roles(), pinned);
  if (first) first = static_cast<Slot>(std::lower_bound(slots.begin(), slots.end(), *first) - slots.begin());
  Mapping mapping =
      map_grid_to_tree(*problem.options.grid, problem.tree->restricted_to(slots), algorithm, first, problem.deadline);
  for (Slot& slot : mapping) slot = slots[slot];
  return improve_on_tree(problem, mapping);
}

}  // namespace topomorph::mapping
