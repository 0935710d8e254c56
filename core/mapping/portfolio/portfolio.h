// Runs several algorithms on a problem and keeps the best mapping: starts, time, and what is never worse.
#pragma once

#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

/// Runs the algorithm of the options on a checked problem, and what portfolio_plan() adds to it, until the deadline.
/// Keeps the mapping with the least volume x distance: never worse than the identity and the launcher's order, with
/// preset best never worse than with preset default, unless the algorithm is verbatim. With limits the balance comes
/// first, and nothing else is compared. `map` is map(), by which algorithms map problems that they make. Throws
/// InputError for an unknown algorithm, one that does not suit the topology, or limits that cannot be met.
MapResult run_portfolio(const Affinity& affinity, const Topology& topology, const MapOptions& options, MapFunction map);

}  // namespace topomorph::mapping
