// How long communication takes under a mapping, as far as latencies and bandwidths tell.
#pragma once

#include "core/affinity/affinity.h"
#include "core/mapping/mapping.h"
#include "core/metrics/level_costs.h"

namespace topomorph {

/// Traffic of the node whose link to the rest has most to carry for its bandwidth.
struct BusiestLink {
  std::size_t level = 0;  ///< of the node: 0 a slot, 1 … levels() - 1 a node of that level of the tree
  std::size_t node = 0;
  std::uint64_t bytes = 0;  ///< the larger of what enters and what leaves it
  double seconds = 0;
};

struct Prediction {
  double seconds =
      0;  ///< all messages one after the other (alpha-beta): for the ratio of two mappings, not for the clock
  BusiestLink busiest;
};

/// The judge of times, as evaluate() is of hops: shares no code with the mapping algorithms. The mapping is valid.
Prediction predict(const Affinity& affinity, const TreeTopology& tree, const Mapping& mapping, const TreeCosts& costs);

}  // namespace topomorph
