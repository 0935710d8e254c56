// Moves pinned vertices to their slots on a tree.
#include "core/mapping/tree/pins.h"

namespace topomorph::mapping {

namespace {

/// Returns the node of a level (0: slots) that holds the slot.
std::size_t node_at(const SlotTree& tree, std::size_t level, Slot slot) {
  return level == 0 ? slot : tree.tree().node_of(level, slot);
}

bool holds_any(const SlotTree& tree, std::size_t level, std::size_t node, std::span<const Pin> pins) {
  for (const Pin& pin : pins) {
    if (node_at(tree, level, pin.slot) == node) return true;
  }
  return false;
}

void exchange_nodes(const SlotTree& tree, std::size_t level, std::size_t a, std::size_t b, Assignment& layout) {
  const Slot first_a = tree.begin(level, a), first_b = tree.begin(level, b);
  const Slot count = tree.begin(level, a + 1) - first_a;
  for (Slot i = 0; i < count; ++i) layout.swap(layout.vertex_on[first_a + i], layout.vertex_on[first_b + i]);
}

/// Works from the root's children down. The pins in `settled` must not move any more.
void bring(const SlotTree& tree, const Pin& pin, std::span<const Pin> settled, Assignment& layout) {
  for (std::size_t level = tree.tree().levels(); level-- > 0;) {
    const std::size_t here = node_at(tree, level, layout.slot_of[pin.vertex]);
    const std::size_t there = node_at(tree, level, pin.slot);
    if (here == there) continue;
    const bool alike = tree.shapes(level)[here] == tree.shapes(level)[there];
    if (!alike || holds_any(tree, level, here, settled) || holds_any(tree, level, there, settled)) {
      return layout.swap(pin.vertex, layout.vertex_on[pin.slot]);
    }
    exchange_nodes(tree, level, here, there, layout);
  }
}

}  // namespace

void apply_pins(const SlotTree& tree, std::span<const Pin> pins, Assignment& layout) {
  for (std::size_t i = 0; i < pins.size(); ++i) bring(tree, pins[i], pins.first(i), layout);
}

}  // namespace topomorph::mapping
