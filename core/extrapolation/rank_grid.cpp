// Ranks as the cells of a grid, and the ways to write a number of ranks as the extents of one.
#include "core/extrapolation/rank_grid.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

}  // namespace topomorph::extrapolation
