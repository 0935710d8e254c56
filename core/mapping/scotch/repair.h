// Makes mappings valid that put several roles on some slots and none on others, as those of partitioners do.
#pragma once

#include <cstdint>
#include <span>

#include "core/model/affinity.h"
#include "core/model/mapping.h"

namespace topomorph::mapping {

/// Takes roles from slots with more than `capacity` of them and puts them on slots with room: among the nearest such
/// (in a tree those of the lowest node that has any), the pair of role and slot that costs least in bytes x distance,
/// of a bounded number. Returns how many were moved. Throws InputError where the roles do not fit.
std::uint64_t repair(Mapping& mapping, const Affinity& affinity, const Topology& topology, std::uint64_t capacity = 1);
/// The same where each slot has a capacity of its own.
std::uint64_t repair(Mapping& mapping, const Affinity& affinity, const Topology& topology,
                     std::span<const std::uint64_t> capacities);

}  // namespace topomorph::mapping
