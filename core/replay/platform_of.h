// The machine of a replay, from a topology and the costs of its links.
#pragma once

#include "core/evaluation/cost_model.h"
#include "core/model/topology.h"
#include "core/replay/platform.h"

namespace topomorph::replay {

/// Returns a platform whose links, latencies and rates are those that predict_by() assumes
/// (core/evaluation/cost_model.h). In a tree each level has a cost, and the nodes of `cost.host_level` are hosts;
/// elsewhere the latency grows with the distance and the bandwidth falls with it, and each place of the network is a
/// host. If `cost.network` is measured, messages take processor time and links have bursts, in trees.
/// `cost.routing` has the real routes, if the source knows them. The topology must outlive the result. Throws
/// InputError if no routes are known.
Platform platform_of(const Topology& topology, const evaluation::CostOptions& cost);

}  // namespace topomorph::replay
