// Brings confined roles into their parts of a tree at no cost, by exchanging whole branches.
#include "core/mapping/slots/confined_branches.h"

#include "core/mapping/slots/slot_tree.h"

namespace topomorph::mapping {
namespace {

/// Returns the slot in the part that has the place of `slot` in its own branch; the first of the part if there is none.
Slot counterpart(const TreeTopology& tree, Slot slot, const Interval& part) {
  if (part.holds(slot)) return slot;
  std::size_t level = 1;
  while (tree.node_of(level, part.begin) != tree.node_of(level, part.end - 1)) ++level;
  const Slot offset = slot - tree.begin(level, tree.node_of(level, slot));
  const Slot there = tree.begin(level, tree.node_of(level, part.begin)) + offset;
  return part.holds(there) ? there : part.begin;
}

}  // namespace

void bring_into_parts(const Problem& problem, const std::vector<Interval>& parts, Mapping& mapping) {
  const SlotTree tree(*problem.tree);
  std::vector<Vertex> slot_of(mapping.begin(), mapping.end());
  add_free_slots(slot_of, tree.slots(), tree.slots());  // exchanges need a vertex on each slot
  Assignment layout(std::move(slot_of));
  std::vector<Pin> pins;
  for (const PinnedRole& pin : problem.options.pinned) {
    pins.push_back({static_cast<Vertex>(pin.role), static_cast<Vertex>(pin.slot)});
  }
  for (Vertex role = 0; role < mapping.size(); ++role) {
    if (parts[role].size() == 0) continue;
    pins.push_back({role, static_cast<Vertex>(counterpart(*problem.tree, layout.slot_of[role], parts[role]))});
    apply_pins(tree, pins, layout);
  }
  mapping.assign(layout.slot_of.begin(), layout.slot_of.begin() + static_cast<std::ptrdiff_t>(mapping.size()));
}

}  // namespace topomorph::mapping
