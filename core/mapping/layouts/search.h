// All layouts of a topology, compared by what they cost.
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
  std::uint64_t layouts = 0;  ///< permutations of the levels that branch; those that were tried
  std::uint64_t orders = 0;   ///< different mappings among them; only these were evaluated
};

/// The cheapest of all permutations of the levels that branch, the first in lexicographic order (levels from the inside
/// out) among equals; of those that were tried, at least one, when the deadline passes. Throws InputError where the
/// topology has no layouts.
LayoutSearch search_layouts(const Topology& topology, std::uint64_t roles,
                            const std::function<double(const Mapping&)>& cost,
                            const Deadline& deadline = Deadline(std::nullopt));

}  // namespace topomorph::mapping
