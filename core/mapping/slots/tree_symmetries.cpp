// Changes of a mapping onto a tree that change no distance: for a single pin, and for roles confined to parts.
#include "core/mapping/slots/tree_symmetries.h"

#include "core/mapping/slots/slot_tree.h"

namespace topomorph::mapping {

namespace {

bool has_equal_nodes(const TreeTopology& tree) {
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    const Slot each = tree.slots() / tree.nodes(l);
    for (std::size_t node = 0; node <= tree.nodes(l); ++node) {  // the end of the last one, too
      if (tree.begin(l, node) != node * each) return false;
    }
  }
  return true;
}

}  // namespace

std::optional<PinnedRole> free_pin(const TreeTopology* tree, const MapOptions& options) {
  const bool alone = options.pinned.size() == 1 && options.sharing.is_plain() && options.algorithm == "auto";
  if (tree == nullptr || !alone || !has_equal_nodes(*tree)) return std::nullopt;
  return options.pinned.front();
}

/// On each level two children change places, in every node: the one that has the role, and the one that shall have it.
void turn_to(const TreeTopology& tree, const PinnedRole& pin, Mapping& mapping) {
  const Slot from = mapping[pin.role], to = pin.slot;
  for (std::size_t l = tree.levels(); l > 0; --l) {
    const Slot node = tree.slots() / tree.nodes(l), child = tree.slots() / tree.nodes(l - 1);
    const Slot here = from % node / child, there = to % node / child;
    if (here == there) continue;
    for (Slot& slot : mapping) {
      const Slot at = slot % node / child;
      if (at == here) slot += (there - here) * child;  // unsigned: the sum is right in either direction
      if (at == there) slot += (here - there) * child;
    }
  }
}

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
