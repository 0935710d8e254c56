// Compares a continued affinity with the true one: bytes pair by pair, and the mappings found for both.
#pragma once

#include <string>

#include "core/model/affinity.h"
#include "core/model/topology.h"

namespace topomorph::benchmarks {

struct ContinuedDifference {
  double bytes = 0;    ///< sum over pairs of the difference, as a part of all true bytes
  double pattern = 0;  ///< the same if both have the same bytes together
};

/// Compares the bytes of each directed pair.
ContinuedDifference difference_of(const Affinity& continued, const Affinity& actual);

struct ContinuedCost {
  double found = 0;  ///< hop-bytes of the true affinity in the order found for the continued one / found for the true
  double launcher = 0;  ///< the same of the launcher's order
};

/// Maps both affinities with the default preset.
ContinuedCost cost_of(const Affinity& continued, const Affinity& actual, const Topology& topology);

}  // namespace topomorph::benchmarks
