// Repairs mappings with several roles on some slots and none on others, as partitioners return them.
#pragma once

#include <cstdint>
#include <span>

#include "core/model/affinity.h"
#include "core/model/mapping.h"

namespace topomorph::mapping {

/// Moves roles from slots with more than `capacity` of them to slots with room. Each move considers a bounded number of
/// the nearest slots with room (in a tree: those in the lowest node that has any) and takes the pair of role and slot
/// that costs least in bytes x distance. Returns the number of moved roles. Throws InputError if the roles do not fit.
std::uint64_t repair(Mapping& mapping, const Affinity& affinity, const Topology& topology, std::uint64_t capacity = 1);
/// Does the same with a capacity for each slot.
std::uint64_t repair(Mapping& mapping, const Affinity& affinity, const Topology& topology,
                     std::span<const std::uint64_t> capacities);

}  // namespace topomorph::mapping
