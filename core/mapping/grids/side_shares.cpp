// All ways to share out the sides of a machine among the axes of a grid.
#include "core/mapping/grids/side_shares.h"

namespace topomorph::mapping {

SideShares::SideShares(std::span<const std::uint64_t> extents, std::vector<MachineSide> sides, bool is_whole)
    : sides_(std::move(sides)),
      need_(extents.begin(), extents.end()),
      room_(sides_.size() + 1, 1),
      is_whole_(is_whole) {
  for (std::size_t side = sides_.size(); side-- > 0;) room_[side] = room_[side + 1] * sides_[side].size;
  is_exact_ = wanted() == room_.front();
}

std::uint64_t SideShares::wanted() const {
  std::uint64_t places = 1;
  for (const std::uint64_t need : need_) places *= need;
  return places;
}

std::uint64_t SideShares::left_after(std::uint64_t need, std::uint64_t factor) const {
  const auto left = [&](std::uint64_t by) { return (need + by - 1) / by; };
  if (is_exact_ && need % factor != 0) return 0;
  return factor > 1 && left(factor - 1) == left(factor) ? 0 : left(factor);
}

bool SideShares::repeats(std::size_t side) const {
  return is_whole_ && side > 0 && sides_[side].is_like(sides_[side - 1]) && share_[side] < share_[side - 1];
}

}  // namespace topomorph::mapping
