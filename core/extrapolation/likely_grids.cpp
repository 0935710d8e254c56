// The grids of a number of ranks, those first on which its pairs are near to each other.
#include "core/extrapolation/likely_grids.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include "core/base/random.h"

namespace topomorph::extrapolation {

namespace {

/// Enough to tell a grid from its neighbours, and few enough for the thousands of grids that some numbers have.
constexpr std::uint64_t kSample = 512;

std::vector<RankPair> sample_of(const PairTable& table) {
  const auto pairs = table.pairs();
  if (pairs.size() <= kSample) return {pairs.begin(), pairs.end()};
  Random random(1);  // not each so-manyth pair: they could all be of one rule
  std::vector<RankPair> sample;
  for (std::uint64_t i = 0; i < kSample; ++i) sample.push_back(pairs[random.below(pairs.size())]);
  return sample;
}

/// Returns how far the pairs are from each other: for each axis along which they differ one, and one more for each
/// doubling of the way, round the axis if that is shorter.
double distance_on(const Extents& extents, Numbering numbering, const std::vector<RankPair>& sample) {
  double distance = 0;
  std::vector<std::int64_t> from(extents.size()), to(extents.size());
  for (const RankPair& pair : sample) {
    set_coordinates(from, pair.low, extents, numbering);
    set_coordinates(to, pair.high, extents, numbering);
    std::uint64_t bits = 0;
    for (std::size_t a = 0; a < extents.size(); ++a) {
      const std::int64_t ahead = std::abs(to[a] - from[a]);
      const auto way = static_cast<std::uint64_t>(std::min(ahead, extents[a] - ahead));
      bits += static_cast<std::uint64_t>(std::bit_width(way));
    }
    distance += pair.all_bytes() * static_cast<double>(bits);
  }
  return distance;
}

}  // namespace

std::vector<Extents> likely_grids(const PairTable& table, std::size_t most_axes, Numbering numbering) {
  const std::vector<RankPair> sample = sample_of(table);
  std::vector<std::pair<double, Extents>> sorted;
  for (std::size_t axes = 2; axes <= most_axes; ++axes) {
    for (Extents& extents : factorisations(table.ranks(), axes)) {
      sorted.emplace_back(distance_on(extents, numbering, sample), std::move(extents));
    }
  }
  std::ranges::stable_sort(sorted, {}, &std::pair<double, Extents>::first);
  std::vector<Extents> grids;
  for (auto& [distance, extents] : sorted) grids.push_back(std::move(extents));
  return grids;
}

}  // namespace topomorph::extrapolation
