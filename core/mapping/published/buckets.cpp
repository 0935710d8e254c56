// Pairs of the highest affinity first, sorted only as far as they are needed (paper 000, section 4.2.2).
#include "core/mapping/published/buckets.h"

#include <algorithm>
#include <bit>

namespace topomorph {

namespace {

struct Pair {
  EdgeWeight weight = 0;
  Vertex first = 0, second = 0;
  /// Heavier pairs first; of equal ones the lower numbers, so that the outcome is one.
  bool operator<(const Pair& other) const {
    if (weight != other.weight) return weight > other.weight;
    return first != other.first ? first < other.first : second < other.second;
  }
};

std::vector<Pair> all_pairs(const Graph& graph) {
  std::vector<Pair> pairs;
  pairs.reserve(graph.edges.size() / 2);
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    for (const Edge& edge : graph.row(v)) {
      if (v < edge.to) pairs.push_back({edge.weight, v, edge.to});
    }
  }
  return pairs;
}

std::size_t number_of_buckets(std::size_t vertices) {
  const auto log = static_cast<std::size_t>(std::bit_width(std::max<std::size_t>(vertices, 2)) - 1);
  return std::bit_floor(log);
}

/// Lower bounds of the buckets but for the last one, descending, from a sample of 2^k weights: the first bucket then
/// holds about 2/2^k of all pairs.
std::vector<EdgeWeight> pivots(const std::vector<Pair>& pairs, std::size_t buckets, Random& random) {
  std::vector<EdgeWeight> sample(std::size_t{1} << std::min<std::size_t>(buckets, 20));
  for (EdgeWeight& weight : sample) weight = pairs[random.below(pairs.size())].weight;
  std::sort(sample.rbegin(), sample.rend());
  std::vector<EdgeWeight> bounds;
  for (std::size_t i = 1; i < buckets; ++i) bounds.push_back(sample[std::min(std::size_t{1} << i, sample.size() - 1)]);
  return bounds;
}

class Matching {
 public:
  explicit Matching(std::size_t vertices) : matched_(vertices) {}

  bool complete() const { return 2 * pairs_.size() + 1 >= matched_.size(); }
  void add(const Pair& pair) {
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

}  // namespace

std::vector<std::pair<Vertex, Vertex>> bucket_matching(const Graph& graph, Random& random, std::size_t buckets,
                                                       BucketStatistics& statistics) {
  Matching matching(graph.vertices());
  std::vector<Pair> pairs = all_pairs(graph);
  if (pairs.empty()) return matching.with_the_rest();
  statistics.buckets = buckets == 0 ? number_of_buckets(graph.vertices()) : buckets;
  const auto bounds = pivots(pairs, statistics.buckets, random);
  auto begin = pairs.begin();
  for (std::size_t b = 0; b < statistics.buckets && begin != pairs.end() && !matching.complete(); ++b) {
    const auto in_bucket = [&](const Pair& pair) { return pair.weight > bounds[b]; };
    const auto end = b < bounds.size() ? std::partition(begin, pairs.end(), in_bucket) : pairs.end();
    std::sort(begin, end);
    ++statistics.buckets_used;
    statistics.sorted_elements += static_cast<std::size_t>(end - begin);
    for (; begin != end && !matching.complete(); ++begin) matching.add(*begin);
    begin = end;
  }
  return matching.with_the_rest();
}

}  // namespace topomorph
