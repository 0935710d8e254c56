// map() for any cost model.
#pragma once

#include "core/evaluation/cost_model.h"
#include "core/mapping/map.h"
#include "core/mapping/map_by_cost.h"

namespace topomorph::mapping {

/// map() for a cost model. For models other than hop-bytes a tree's distances are replaced by what the model says of
/// its levels, and what comes out is compared, by the model, with the launcher's order. Bottleneck: a mapping for few
/// bytes on slow links, whose roles are then exchanged as long as the busiest links get less to do; with several roles
/// on a slot there is no such second step. MapResult::cost is volume x distance of the true topology whatever the
/// model. Errors as of map(), and InputError where the model says nothing of the topology: bytes and messages without
/// hosts, bottleneck without routes.
MapResult map_by_cost(const Affinity& affinity, const Topology& topology, const MapOptions& options,
                      const evaluation::CostOptions& cost);

}  // namespace topomorph::mapping
