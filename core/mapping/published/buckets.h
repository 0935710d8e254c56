// Pairs of the highest affinity first, sorted only as far as they are needed (paper 000, section 4.2.2).
#pragma once

#include <cstdint>
#include <vector>

#include "core/mapping/graph.h"
#include "core/mapping/random.h"

namespace topomorph {

/// What bucket grouping did, as in table 1 of the paper.
struct BucketStatistics {
  std::size_t buckets = 0;
  std::size_t buckets_used = 0;
  std::size_t sorted_elements = 0;
};

/// A perfect matching of the graph's vertices (an even number), heaviest pairs first: pairs are put into buckets by
/// sampled pivots at geometric distances (p_i = sample[2^i]), and a bucket is sorted only when those before it did not
/// match everybody. Vertices without partners are paired in their order. `buckets` 0 takes the paper's number, the
/// largest power of two not above log2(vertices); 1 sorts everything. Each pair has the lower number first.
std::vector<std::pair<Vertex, Vertex>> bucket_matching(const Graph& graph, Random& random, std::size_t buckets,
                                                       BucketStatistics& statistics);

}  // namespace topomorph
