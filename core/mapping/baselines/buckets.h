// Matching of vertices by affinity, heaviest pairs first, sorted only as far as needed [Jeannot 2022, section 4.2.2].
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/random.h"
#include "core/mapping/graph/graph.h"

namespace topomorph::mapping {

/// Work of one bucket matching, as in table 1 of [Jeannot 2022].
struct BucketStatistics {
  std::size_t buckets = 0;
  std::size_t buckets_used = 0;
  std::uint64_t sorted_elements = 0;
};

/// Pairs of vertices with their affinity. They come from a graph, or are computed and then take no memory.
class PairSource {
 public:
  PairSource() = default;
  PairSource(const PairSource&) = delete;
  PairSource& operator=(const PairSource&) = delete;
  virtual ~PairSource() = default;

  virtual std::size_t vertices() const = 0;
  /// Returns the partners of v, at least all with a number above v. Valid until the next call with this `scratch`.
  virtual std::span<const Edge> row(Vertex v, std::vector<Edge>& scratch) const = 0;
  /// Returns the affinity of a random pair, uniform over all pairs; 0 if there are no pairs.
  virtual EdgeWeight sample(Random& random) const = 0;
};

/// Returns a perfect matching of the vertices (an even number), heaviest pairs first. In each pair the lower vertex is
/// first.
/// Sampled pivots at geometric distances (p_i = sample[2^i]) split the pairs into buckets. A bucket is filled and
/// sorted only if the previous buckets leave vertices unmatched. Pairs with a matched vertex are skipped, which saves
/// time and does not change the result. Vertices without partners are paired in their order. `buckets` = 0 takes the
/// paper's number (table 1), the largest power of two that is at most floor(log2(vertices)) + 1; 1 sorts everything.
std::vector<std::pair<Vertex, Vertex>> bucket_matching(const PairSource& source, Random& random, std::size_t buckets,
                                                       BucketStatistics& statistics);
std::vector<std::pair<Vertex, Vertex>> bucket_matching(const Graph& graph, Random& random, std::size_t buckets,
                                                       BucketStatistics& statistics);

}  // namespace topomorph::mapping
