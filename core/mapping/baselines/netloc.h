// Netloc with Scotch: mapping onto composed topologies, by both methods of [Bordage 2017, section 5.2].
#pragma once

#include <optional>

#include "core/mapping/problem.h"

namespace topomorph::mapping {

/// The first method. Maps the roles onto the places of the network with Scotch's architecture of it, then the roles of
/// each place onto the topology inside, and so on. A tree with hosts inside is a network of hosts. Other topologies get
/// Scotch's mapping.
/// The paper leaves places with unequal numbers of slots open, since Scotch's own shapes have no weights; here the
/// network is then a table of its distances with weights. Each place gets at most as many roles as it has slots:
/// surplus roles of Scotch's mapping are moved. Throws InputError if Scotch fails.
Mapping map_netloc_recursively(const Problem& problem);
/// Does the same, and returns nothing if Scotch fails or has no architecture for a part.
std::optional<Mapping> try_netloc_recursively(const Problem& problem);

/// The second method. Makes one graph of the links between switches, routers, nodes and cores; from it Scotch makes its
/// architecture ("deco") of the used slots. Throws InputError for more than kMaxDecoRoles roles, and if Scotch fails.
Mapping map_netloc_whole(const Problem& problem);
/// Does the same, and returns nothing if the graph is too large (has_machine_graph()) or there are too many roles, if
/// Scotch fails, or if it has no architecture with these distances.
std::optional<Mapping> try_netloc_whole(const Problem& problem);

/// Largest number of roles for "deco": its time and memory grow with their square.
inline constexpr std::uint64_t kMaxDecoRoles = 4096;

}  // namespace topomorph::mapping
