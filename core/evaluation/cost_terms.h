// Expresses cost models as volumes of pairs of roles and distances of pairs of slots, for the mapper.
#pragma once

#include <memory>

#include "core/evaluation/cost_model.h"
#include "core/model/tree.h"

namespace topomorph::evaluation {

/// Returns distances in proportion to the time of these messages and bytes on each level.
std::vector<std::uint64_t> distances_in_time(const TreeCosts& costs, double messages, double bytes);

/// Returns the affinity with bytes + messages x latency x bandwidth as bytes: what could be sent in the latencies is
/// added. Scales all volumes down if they exceed 2^60 together.
Affinity with_latency(const Affinity& affinity, const LinkCost& cost);

/// Returns the topology with hosts so far apart that nothing inside them outweighs the traffic between them. Inside
/// hosts and between hosts, near stays better than far. Null if no hosts are known, as in a network without machines.
/// The topology must outlive the result.
std::shared_ptr<const Topology> with_far_hosts(const Topology& topology, std::size_t host_level);

/// Returns the traffic between different hosts. The topology is one that with_far_hosts() accepts.
double between_hosts(const Affinity& affinity, const Topology& topology, const Mapping& mapping, Weight weight,
                     std::size_t host_level);

/// A model as volumes of pairs of roles and distances of pairs of slots.
struct CostTerms {
  std::shared_ptr<const Affinity> affinity;
  std::shared_ptr<const Topology> topology;
  Weight weight = Weight::Bytes;  ///< the volume that counts
};

/// Returns the terms whose sum of volume x distance expresses the model; of bottleneck only about. HopBytes counts
/// `weight`. Affinity and topology must outlive the result. Throws InputError as far_hosts_or_throw() does.
CostTerms terms_of(const Affinity& affinity, const Topology& topology, Weight weight, const CostOptions& cost);

}  // namespace topomorph::evaluation
