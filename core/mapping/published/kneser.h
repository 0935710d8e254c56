// All groups of a few elements, and the best independent ones among them (paper 000, algorithm 1 below its threshold).
#pragma once

#include <cstdint>
#include <vector>

#include "core/mapping/graph.h"

namespace topomorph {

/// n over k, or `limit` + 1 where it is more.
std::uint64_t combinations(std::uint64_t n, std::uint64_t k, std::uint64_t limit);

/// Partitions the graph's vertices into groups of `arity` (which divides their number): of the round robin and of what
/// three orders of all candidate groups give, the partition with the least volume between groups. An order's groups are
/// taken first come, first served, as long as they share no element: a maximal independent set of the Kneser graph's
/// complement, and therefore a maximum one. The orders: volume that leaves the group ascending, descending, and by the
/// mean of that of all groups it shares an element with. Each is begun at several places of the list.
std::vector<std::vector<Vertex>> best_independent_groups(const Graph& graph, std::size_t arity);

}  // namespace topomorph
