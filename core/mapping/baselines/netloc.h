// Netloc and Scotch (paper 003: Bordage, Foyer, Goglin, 2017): mapping onto composed topologies, both ways of
// section 5.2.
#pragma once

#include "core/mapping/registry.h"

namespace topomorph::mapping {

/// The first way: the roles onto the places of the network, with Scotch's architecture of it, then those of each place
/// onto what is there, and so on; a tree with hosts inside is a network of hosts. Where places have unequal numbers of
/// slots, which the paper leaves open (Scotch's own shapes have no weights), the network is a table of its distances
/// with weights; in any case each place gets as many roles as it has slots for, Scotch's surplus is moved. Other
/// topologies: Scotch's mapping. Throws InputError where Scotch fails.
Mapping map_netloc_recursively(const Problem& problem);

/// The second way: switches, routers, nodes and cores as one graph of links, of which Scotch makes its architecture
/// ("deco") of the slots used. Throws InputError for more of these than kMostOfDeco, and where Scotch fails.
Mapping map_netloc_whole(const Problem& problem);

/// Time and memory of "deco" grow with the square.
inline constexpr std::uint64_t kMostOfDeco = 4096;

}  // namespace topomorph::mapping
