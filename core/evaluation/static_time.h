// The time of a job's messages, as far as a profile without their course tells it.
#pragma once

#include "core/evaluation/cost_model.h"

namespace topomorph::evaluation {

/// Returns the seconds of the busiest link between hosts and of the processor time that the messages of the busiest
/// process take. Messages overlap, so that their sum says nothing; these two cannot overlap with themselves. Waiting
/// for others is not in it. The costs are those of `cost`, whose network is measured.
double static_seconds(const Affinity& affinity, const TreeTopology& tree, const Mapping& mapping,
                      const CostOptions& cost);

}  // namespace topomorph::evaluation
