// From affinity and topology to a mapping that is good by a cost model.
#pragma once

#include "core/evaluation/cost_model.h"
#include "core/mapping/problem/map_options.h"

namespace topomorph::mapping {

/// map() for a cost model (core/evaluation/cost_model.h). For models other than hop-bytes the levels of a tree get the
/// distances that the model gives them, and the result is never worse by the model than the identity and the launcher's
/// order. Bottleneck: maps for few bytes on slow links, then exchanges roles as long as the busiest links get less to
/// do; with several roles on a slot there is no such second step. MapResult::cost is volume x distance on the true
/// topology, whatever the model. Throws InputError as map() does, and if the model says nothing of the topology: bytes
/// and messages without hosts, bottleneck without routes.
MapResult map_by_cost(const Affinity& affinity, const Topology& topology, const MapOptions& options,
                      const evaluation::CostOptions& cost);

}  // namespace topomorph::mapping
