// The time of a job's messages, as far as a profile without their course tells it.
#pragma once

#include "core/evaluation/cost_model.h"

namespace topomorph::evaluation {

/// Seconds that cannot overlap with themselves. Waiting for others is not in them.
struct StaticTime {
  double link = 0;     ///< the bytes of the busiest link between hosts, less what a burst passes, at its rate
  double process = 0;  ///< processor time of the messages of the busiest process

  double sum() const { return link + process; }                     ///< for comparisons: what is seldom all hidden
  double least() const { return link > process ? link : process; }  ///< no job takes less
};

/// Returns the times of a job whose traffic is `affinity`. The costs are those of `cost`, whose network is measured.
StaticTime static_time(const Affinity& affinity, const TreeTopology& tree, const Mapping& mapping,
                       const CostOptions& cost);

}  // namespace topomorph::evaluation
