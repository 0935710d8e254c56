// Pairs of the highest affinity first, sorted only as far as they are needed (paper 000, section 4.2.2).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/random.h"
#include "core/mapping/multilevel/graph.h"

namespace topomorph::mapping {

/// What bucket grouping did, as in table 1 of the paper.
struct BucketStatistics {
  std::size_t buckets = 0;
  std::size_t buckets_used = 0;
  std::uint64_t sorted_elements = 0;
};

/// Pairs of vertices with their affinity: those of a graph, or computed ones, which need no memory.
class PairSource {
 public:
  PairSource() = default;
  PairSource(const PairSource&) = delete;
  PairSource& operator=(const PairSource&) = delete;
  virtual ~PairSource() = default;

  virtual std::size_t vertices() const = 0;
  /// The partners of v; those above v must be among them. Valid until the next call with this `scratch`.
  virtual std::span<const Edge> row(Vertex v, std::vector<Edge>& scratch) const = 0;
  /// The affinity of some pair, each as likely; 0 where there is no pair at all.
  virtual EdgeWeight sample(Random& random) const = 0;
};

/// A perfect matching of the vertices (an even number), heaviest pairs first: pairs are put into buckets by sampled
/// pivots at geometric distances (p_i = sample[2^i]), and a bucket is filled and sorted only when those before it did
/// not match everybody; pairs with somebody who is matched already are left out, which changes nothing but the time.
/// Vertices without partners are paired in their order. `buckets` 0 takes the paper's number, the largest power of two
/// that is at most floor(log2(vertices)) + 1, as in its table 1; 1 sorts everything. Each pair has the lower number
/// first.
std::vector<std::pair<Vertex, Vertex>> bucket_matching(const PairSource& source, Random& random, std::size_t buckets,
                                                       BucketStatistics& statistics);
std::vector<std::pair<Vertex, Vertex>> bucket_matching(const Graph& graph, Random& random, std::size_t buckets,
                                                       BucketStatistics& statistics);

}  // namespace topomorph::mapping
