// Takes load off the busiest links of a mapping.
#pragma once

#include "core/evaluation/level_costs.h"
#include "core/mapping/map.h"
#include "core/model/routing.h"
#include "core/model/tree.h"

namespace topomorph::mapping {

/// Exchanges roles while this takes load off the busiest links; roles of `options.pinned` stay. `mapping` has one role
/// on a slot at most.
void relieve_busiest_links(const Affinity& affinity, const TreeTopology& tree, const evaluation::TreeCosts& costs,
                           const MapOptions& options, Mapping& mapping);

/// The same with any routes; the busiest link never gets more to do.
void relieve_busiest_links(const Affinity& affinity, const Routing& routing, std::uint64_t slots,
                           const MapOptions& options, Mapping& mapping);

}  // namespace topomorph::mapping
