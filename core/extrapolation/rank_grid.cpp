// Ranks as the cells of a grid, the ways to write a number of ranks as the extents of one, and which of them are
// likely.
#include "core/extrapolation/rank_grid.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/random.h"
#include "core/model/cartesian_pattern.h"

namespace topomorph::extrapolation {

namespace {

std::vector<std::vector<Role>> row_major_shares(const Extents& extents) {
  const std::vector<std::int64_t> stride = strides(extents);
  std::vector<std::vector<Role>> shares(extents.size());
  for (std::size_t a = 0; a < extents.size(); ++a) {
    for (std::int64_t c = 0; c < extents[a]; ++c) shares[a].push_back(static_cast<Role>(c * stride[a]));
  }
  return shares;
}

std::vector<std::vector<Role>> interleaved_shares(const Extents& extents) {
  std::vector<std::vector<Role>> shares(extents.size(), std::vector<Role>{0});
  Role bit = 1;
  for (bool grows = true; grows;) {
    grows = false;
    for (std::size_t a = extents.size(); a-- > 0;) {
      std::vector<Role>& of_axis = shares[a];
      if (static_cast<std::int64_t>(of_axis.size()) >= extents[a]) continue;  // all bits of this axis have their place
      const std::size_t before = of_axis.size();
      for (std::size_t c = 0; c < before; ++c) of_axis.push_back(of_axis[c] + bit);
      bit *= 2;
      grows = true;
    }
  }
  return shares;
}

void add_factorisations(std::uint64_t left, std::size_t factors, std::int64_t least, Extents& begun,
                        std::vector<Extents>& found) {
  const auto whole = static_cast<std::int64_t>(left);
  if (factors == 1) {
    if (whole < least) return;
    found.push_back(begun);
    found.back().push_back(whole);
    return;
  }
  for (std::int64_t factor = least; factor <= whole; ++factor) {
    if (whole % factor != 0) continue;
    begun.push_back(factor);
    add_factorisations(left / static_cast<std::uint64_t>(factor), factors - 1, least, begun, found);
    begun.pop_back();
  }
}

}  // namespace

bool can_be_numbered(const Extents& extents, Numbering numbering) {
  const auto is_power = [](std::int64_t extent) { return std::has_single_bit(static_cast<std::uint64_t>(extent)); };
  return numbering == Numbering::RowMajor || std::ranges::all_of(extents, is_power);
}

void set_coordinates(std::span<std::int64_t> at, Role rank, const Extents& extents, Numbering numbering) {
  if (numbering == Numbering::RowMajor) {
    for (std::size_t a = extents.size(); a-- > 0; rank /= static_cast<Role>(extents[a])) {
      at[a] = static_cast<std::int64_t>(rank % static_cast<Role>(extents[a]));
    }
    return;
  }
  std::ranges::fill(at, 0);
  for (std::int64_t bit = 1; rank > 0; bit *= 2) {
    for (std::size_t a = extents.size(); a-- > 0;) {
      if (bit >= extents[a]) continue;  // all bits of this axis have their place
      at[a] += (rank & 1U) != 0 ? bit : 0;
      rank /= 2;
    }
  }
}

RankGrid::RankGrid(Extents extents, Numbering numbering) : extents_(std::move(extents)), numbering_(numbering) {
  for (const std::int64_t extent : extents_) ranks_ *= static_cast<std::uint64_t>(extent);
  shares_ = numbering == Numbering::RowMajor ? row_major_shares(extents_) : interleaved_shares(extents_);
  coordinates_.resize(ranks_ * axes());
  std::vector<std::int64_t> cell(axes(), 0);
  const std::vector<std::int64_t> low(axes(), 0);
  do {
    Role rank = 0;
    for (std::size_t a = 0; a < axes(); ++a) rank += share_of(a, cell[a]);
    for (std::size_t a = 0; a < axes(); ++a) coordinates_[rank * axes() + a] = static_cast<std::int32_t>(cell[a]);
  } while (next_position(cell, low, extents_));
}

std::string RankGrid::text() const {
  return fmt::format("{}{}", fmt::join(extents_, "x"), numbering_ == Numbering::Interleaved ? " in Morton order" : "");
}

std::vector<Extents> factorisations(std::uint64_t product, std::size_t factors, std::int64_t least) {
  std::vector<Extents> found;
  Extents begun;
  add_factorisations(product, factors, least, begun, found);
  return found;
}

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
