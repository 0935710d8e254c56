// TopoMatch's two partitioners of a graph into parts of given sizes: greedy growth, and Scotch.
#pragma once

#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/random.h"
#include "core/mapping/graph/graph.h"

namespace topomorph::mapping {

/// Returns the part of each vertex. Part p gets sizes[p] vertices; the sizes add up to the number of vertices. All
/// parts grow together from seeds: each step gives the vertex with the strongest pull to the part that pulls it
/// ([Jeannot 2022, alg. 3], "greedy"). Out of `trials` draws of seeds, the partition with the smallest cut counts.
std::vector<Vertex> greedy_partition(const Graph& graph, std::span<const std::size_t> sizes, int trials,
                                     Random& random);

/// Returns the part of each vertex. Part p gets sizes[p] vertices; the sizes add up to the number of vertices. Scotch
/// maps onto a complete graph with these weights and balances. Vertices of overfull parts then move to parts with room,
/// those that lose least first. Scotch runs in a child process with one thread. Throws InputError if Scotch fails or
/// the deadline passes.
std::vector<Vertex> scotch_partition(const Graph& graph, std::span<const std::size_t> sizes, std::uint64_t seed,
                                     const Deadline& deadline);

/// Does the second step: moves vertices until each part p has sizes[p] of them. Each move leaves the first overfull
/// part, and of all these moves saves most, or costs least, volume between parts.
void balance_parts(const Graph& graph, std::span<const std::size_t> sizes, std::vector<Vertex>& part);

}  // namespace topomorph::mapping
