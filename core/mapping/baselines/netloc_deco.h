// Netloc with Scotch, as a whole: one graph of the machine, of which Scotch makes an architecture
// [Bordage 2017, section 5.2].
#pragma once

#include <optional>

#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

/// The second method. Makes one graph of the links between switches, routers, nodes and cores, and maps the roles onto
/// the architecture ("deco") that Scotch makes of it for the used slots. The parameter behind the algorithm's name says
/// which architecture:
/// * none, or "type2": SCOTCH_archBuild2() coarsens the whole graph and searches distances in it;
/// * "type0": SCOTCH_archBuild() bisects the graph of the slots alone, without switches, and keeps all their distances;
/// * "table": Scotch bisects the whole graph, in which only slots weigh, and gets the topology's distances of all
/// slots. Moves roles of doubly used slots to slots nearby. Throws InputError for other parameters, for more than
/// kMaxDecoRoles roles, and if Scotch fails.
Mapping map_netloc_whole(const Problem& problem);
/// Maps as "table" does. Returns nothing if the graph is too large (has_machine_graph()) or there are too many roles,
/// if Scotch fails, or if it has no architecture with these distances.
std::optional<Mapping> try_netloc_table(const Problem& problem);

/// Largest number of roles for "deco": its time and memory grow with their square.
inline constexpr std::uint64_t kMaxDecoRoles = 4096;

}  // namespace topomorph::mapping
