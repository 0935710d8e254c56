// A machine as a tree of slots.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/topology/sources/hwloc/machine.h"

namespace topomorph::topology {

/// What a slot of a machine is.
enum class SlotKind { Core, Thread };

/// A path or description of machines, and what their slots are: "FILE.xml@threads".
struct SlotsOf {
  std::string text;
  SlotKind kind = SlotKind::Core;
};
SlotsOf parse_slots_of(std::string_view text);

/// Returns the tree of the machine's cores, or of its processing units if hwloc shows no cores or `kind` asks for them.
/// Hardware threads of a core otherwise share a slot, because two processes on one core slow each other down more than
/// any order of ranks can make up for. Levels with the nodes of the cores then are one level "Core". Slots are in
/// hwloc's logical order. Levels that do not branch are dropped; branches that lack a level are padded. A NUMA node is
/// a level through the object it belongs to (package, group). Distances are hops: 2, 4, 6, ...
TreeTopology tree_of(const Machine& machine, SlotKind kind = SlotKind::Core);

/// Returns the operating system's numbers of the processing units in each slot of tree_of().
std::vector<std::vector<std::uint32_t>> pus_of_slots(const Machine& machine, SlotKind kind = SlotKind::Core);

}  // namespace topomorph::topology
