// Relieves the busiest links of any network with routes by exchanging roles, by a random search.
#pragma once

#include "core/base/deadline.h"
#include "core/mapping/problem/map_options.h"
#include "core/model/routing.h"

namespace topomorph::mapping {

/// Exchanges roles of busy links by a search that also takes steps back, within work_of_relief() links walked. The
/// busiest link never gets more load. Pinned roles stay. `mapping` has at most one role on a slot. On trees
/// relieve_tree() does the same with less work.
void relieve_routes(const Affinity& affinity, const Routing& routing, std::uint64_t slots, const MapOptions& options,
                    const Deadline& deadline, Mapping& mapping);

}  // namespace topomorph::mapping
