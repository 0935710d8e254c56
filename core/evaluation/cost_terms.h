// What a cost model says, in the terms of the one mapper: a volume for each pair, a distance for each pair of slots.
#pragma once

#include <memory>

#include "core/evaluation/cost_model.h"
#include "core/model/tree.h"

namespace topomorph::evaluation {

/// The tree with other distances, one for each level from the lowest to the root.
TreeTopology with_distances(const TreeTopology& tree, const std::vector<std::uint64_t>& distances);

/// Distances in proportion to the time of this many messages and bytes on each level.
std::vector<std::uint64_t> distances_in_time(const TreeCosts& costs, double messages, double bytes);

/// Bytes plus what could have been sent in the time that the messages take at the least, at this cost.
Affinity with_latency(const Affinity& affinity, const LinkCost& cost);

/// The topology with hosts so far apart that nothing inside them outweighs what is between them; in there, and between
/// the hosts, near is still better than far. Null where no hosts are known: of a network without machines in it. The
/// topology outlives the result.
std::shared_ptr<const Topology> with_far_hosts(const Topology& topology, std::size_t host_level);

/// Sum of what goes between different hosts; the topology is one that with_far_hosts() knows.
double between_hosts(const Affinity& affinity, const Topology& topology, const Mapping& mapping, Weight weight,
                     std::size_t host_level);

}  // namespace topomorph::evaluation
