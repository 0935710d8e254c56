// Search for the cheapest layout of a topology.
#pragma once

#include <functional>

#include "core/base/deadline.h"
#include "core/mapping/layouts/process_layout.h"
#include "core/model/mapping.h"
#include "core/model/topology.h"

namespace topomorph::mapping {

struct LayoutSearch {
  ProcessLayout best;
  Mapping mapping;
  double cost = 0;
  std::uint64_t layouts = 0;  ///< permutations of the levels that branch that were tried
  std::uint64_t orders = 0;   ///< different mappings among them; only these are evaluated
};

/// Returns the cheapest of all permutations of the levels that branch, on a tie the first in lexicographic order
/// (levels from the inside out). When the deadline passes, the permutations tried so far count, at least one. Throws
/// InputError if the topology has no layouts.
LayoutSearch search_layouts(const Topology& topology, std::uint64_t roles,
                            const std::function<double(const Mapping&)>& cost,
                            const Deadline& deadline = Deadline(std::nullopt));

}  // namespace topomorph::mapping
