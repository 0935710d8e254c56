// Roles that must be on given slots.
#pragma once

#include <span>
#include <vector>

#include "core/mapping/tree/layout.h"

namespace topomorph::mapping {

struct Pin {
  Vertex vertex = 0;
  Vertex slot = 0;
};

/// Brings every pinned vertex to its slot. Where whole branches of equal shape can change places this costs nothing;
/// elsewhere, and where a branch holds a pin already set, the vertex changes places with the one on its slot.
void apply_pins(const SlotTree& tree, std::span<const Pin> pins, Layout& layout);

}  // namespace topomorph::mapping
