// Greedy partition of a graph into parts of given sizes: the partitioner of TopoMatch without Scotch.
#pragma once

#include <span>
#include <vector>

#include "core/base/random.h"
#include "core/mapping/multilevel/graph.h"

namespace topomorph::mapping {

/// Returns the part of each vertex. Part p gets sizes[p] vertices; the sizes add up to the number of vertices. All
/// parts grow together from seeds: each step gives the vertex with the strongest pull to the part that pulls it
/// ([Jeannot 2022, alg. 3], "greedy"). Out of `trials` draws of seeds, the partition with the smallest cut counts.
std::vector<Vertex> greedy_partition(const Graph& graph, std::span<const std::size_t> sizes, int trials,
                                     Random& random);

}  // namespace topomorph::mapping
