// Which slots a search among few roles looks at.
#pragma once

#include <vector>

#include "core/model/mapping.h"
#include "core/model/topology.h"

namespace topomorph::mapping {

/// Ascending: all slots, if there are `most` at most; else those of the mapping and the free ones with the least sum of
/// distances to them, `most` in all. Of large topologies the slots with numbers close to those of the mapping are
/// looked at.
std::vector<Slot> window_slots(const Topology& topology, const Mapping& mapping, std::size_t most);

}  // namespace topomorph::mapping
