// From affinity and topology to a mapping: the one entry to all mapping algorithms.
#pragma once

#include <span>

#include "core/mapping/problem/map_options.h"

namespace topomorph::mapping {

/// All algorithms that `MapOptions::algorithm` may name, beside "auto".
std::span<const Algorithm> algorithms();

/// Maps roles to slots, at most one role on each slot unless `sharing` says otherwise; fewer roles than slots chooses
/// the best slots. The result is checked, is never worse than the identity and the launcher's order (with pinned roles:
/// than these with the pinned roles exchanged), with Preset::Best never worse than with Preset::Default, and is the
/// same for the same seed whatever the threads, unless the time limit cuts it short. "identity" and "random" give just
/// that order. With loads or speeds the balance comes first: no slot takes longer than the least time found for the
/// slowest, plus the imbalance that is allowed; the cost comes second. Throws InputError for more roles than there is
/// room for, constraints that cannot be met, an unknown algorithm, or one that does not fit the topology.
MapResult map(const Affinity& affinity, const Topology& topology, const MapOptions& options = {});

}  // namespace topomorph::mapping
