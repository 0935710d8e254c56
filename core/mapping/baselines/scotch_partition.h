// A graph in parts of given sizes, by Scotch: the other partitioner of TopoMatch.
#pragma once

#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/mapping/multilevel/graph.h"

namespace topomorph::mapping {

/// The part of each vertex; part p gets sizes[p] vertices, which add up to all. Scotch maps onto a complete graph with
/// these weights and balances; vertices of parts that got too many then move to those with room, the ones that lose
/// least first. In a child process, one thread. Throws InputError where Scotch fails or the deadline passes.
std::vector<Vertex> scotch_partition(const Graph& graph, std::span<const std::size_t> sizes, std::uint64_t seed,
                                     const Deadline& deadline);

/// The second step: moves vertices until part p has sizes[p] of them. Each move is the one out of the first part with
/// too many that saves most, or costs least, of volume between parts.
void balance_parts(const Graph& graph, std::span<const std::size_t> sizes, std::vector<Vertex>& part);

}  // namespace topomorph::mapping
