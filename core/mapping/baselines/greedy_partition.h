// A graph in parts of given sizes, greedily: the partitioner TopoMatch falls back to without Scotch.
#pragma once

#include <span>
#include <vector>

#include "core/base/random.h"
#include "core/mapping/multilevel/graph.h"

namespace topomorph::mapping {

/// The part of each vertex; part p gets sizes[p] vertices, which add up to all. Parts grow from seeds together: each
/// step gives the vertex with the strongest pull of all to the part that pulls it (paper 000, algorithm 3, "greedy").
/// The best of `trials` draws of seeds, by what is cut.
std::vector<Vertex> greedy_partition(const Graph& graph, std::span<const std::size_t> sizes, int trials,
                                     Random& random);

}  // namespace topomorph::mapping
