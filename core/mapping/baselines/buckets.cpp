// Matching of vertices by affinity, heaviest pairs first, sorted only as far as needed [Jeannot 2022, section 4.2.2].
#include "core/mapping/baselines/buckets.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace topomorph::mapping {

namespace {

struct WeightedPair {
  EdgeWeight weight = 0;
  Vertex first = 0, second = 0;
  /// Orders heavier pairs first, on a tie lower numbers first, so that the result is unique.
  bool operator<(const WeightedPair& other) const {
    if (weight != other.weight) return weight > other.weight;
    return first != other.first ? first < other.first : second < other.second;
  }
};

class PairsOfGraph final : public PairSource {
 public:
  explicit PairsOfGraph(const Graph& graph) : graph_(graph) {}

  std::size_t vertices() const override { return graph_.vertices(); }
  std::span<const Edge> row(Vertex v, std::vector<Edge>&) const override { return graph_.row(v); }
  EdgeWeight sample(Random& random) const override {
    return graph_.edges.empty() ? 0 : graph_.edges[random.below(graph_.edges.size())].weight;
  }

 private:
  const Graph& graph_;
};

std::size_t number_of_buckets(std::size_t vertices) {
  return std::bit_floor(static_cast<std::size_t>(std::bit_width(std::max<std::size_t>(vertices, 1))));
}

/// Returns the lower bounds of the k buckets, descending, the last one 0, from a sample of 2^k affinities. The first
/// bucket then holds about 2/2^k of all pairs.
std::vector<EdgeWeight> pivots(const PairSource& source, std::size_t buckets, Random& random) {
  std::vector<EdgeWeight> sample(std::size_t{1} << std::min<std::size_t>(buckets, 20));
  for (EdgeWeight& weight : sample) weight = source.sample(random);
  std::sort(sample.rbegin(), sample.rend());
  std::vector<EdgeWeight> bounds;
  for (std::size_t i = 1; i < buckets; ++i) bounds.push_back(sample[std::min(std::size_t{1} << i, sample.size() - 1)]);
  bounds.push_back(0);
  return bounds;
}

class BucketMatching {
 public:
  explicit BucketMatching(std::size_t vertices) : matched_(vertices) {}

  bool complete() const { return 2 * pairs_.size() + 1 >= matched_.size(); }
  bool has(Vertex v) const { return matched_[v]; }
  void add(const WeightedPair& pair) {
    if (matched_[pair.first] || matched_[pair.second]) return;
    matched_[pair.first] = matched_[pair.second] = 1;
    pairs_.emplace_back(pair.first, pair.second);
  }
  std::vector<std::pair<Vertex, Vertex>> with_the_rest() {
    std::vector<Vertex> rest;
    for (Vertex v = 0; v < matched_.size(); ++v) {
      if (!matched_[v]) rest.push_back(v);
    }
    for (std::size_t i = 0; i + 1 < rest.size(); i += 2) pairs_.emplace_back(rest[i], rest[i + 1]);
    return std::move(pairs_);
  }

 private:
  std::vector<char> matched_;
  std::vector<std::pair<Vertex, Vertex>> pairs_;
};

/// Fills `bucket` with the pairs of affinity in (least, most] whose vertices are unmatched.
void fill(const PairSource& source, const BucketMatching& matching, EdgeWeight least, EdgeWeight most,
          std::vector<WeightedPair>& bucket) {
  bucket.clear();
  std::vector<Edge> scratch;
  for (Vertex v = 0; v < source.vertices(); ++v) {
    if (matching.has(v)) continue;
    for (const Edge& edge : source.row(v, scratch)) {
      const bool inside = edge.weight > least && edge.weight <= most;
      if (inside && edge.to > v && !matching.has(edge.to)) bucket.push_back({edge.weight, v, edge.to});
    }
  }
}

}  // namespace

std::vector<std::pair<Vertex, Vertex>> bucket_matching(const PairSource& source, Random& random, std::size_t buckets,
                                                       BucketStatistics& statistics) {
  BucketMatching matching(source.vertices());
  statistics.buckets = buckets == 0 ? number_of_buckets(source.vertices()) : buckets;
  std::vector<WeightedPair> bucket;
  EdgeWeight most = std::numeric_limits<EdgeWeight>::max();
  for (const EdgeWeight least : pivots(source, statistics.buckets, random)) {
    if (matching.complete()) break;
    fill(source, matching, least, most, bucket);
    std::sort(bucket.begin(), bucket.end());
    ++statistics.buckets_used;
    statistics.sorted_elements += bucket.size();
    for (auto pair = bucket.begin(); pair != bucket.end() && !matching.complete(); ++pair) matching.add(*pair);
    most = least;
  }
  return matching.with_the_rest();
}

std::vector<std::pair<Vertex, Vertex>> bucket_matching(const Graph& graph, Random& random, std::size_t buckets,
                                                       BucketStatistics& statistics) {
  return bucket_matching(PairsOfGraph(graph), random, buckets, statistics);
}

}  // namespace topomorph::mapping
