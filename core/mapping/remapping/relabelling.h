// Turns a mapping onto a tree into the equally good one that is nearest to another mapping.
#pragma once

#include <vector>

#include "core/mapping/slots/slot_tree.h"

namespace topomorph::mapping {

/// Exchanges the contents of whole nodes of the same shape until the roles are nearest to their homes: the sum of the
/// distances between home and new slot is the least that exchanges of nodes reach, which change no distance between two
/// roles. `home` has a slot for each role, or kNoVertex; roles without a home may be anywhere. Several roles may be on
/// a slot. From the slots up, the heaviest matching (heaviest_matching()) of the children of two nodes says how much
/// one in the place of the other saves. Only pairs of nodes with a role in common are looked at, at most one for each
/// role on each level.
std::vector<Vertex> relabelled(const SlotTree& tree, const std::vector<Vertex>& slot_of,
                               const std::vector<Vertex>& home);

}  // namespace topomorph::mapping
