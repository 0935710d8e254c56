// All ways to share out the sides of a machine among the axes of a grid.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "core/mapping/slots/machine_sides.h"

namespace topomorph::mapping {

/// A factor of a side that belongs to an axis.
struct Digit {
  std::size_t axis = 0;
  std::uint64_t size = 1;
  auto operator<=>(const Digit&) const = default;
};

/// By side: its digits, the innermost first, whose places are neighbours.
using SideShare = std::vector<std::vector<Digit>>;

/// Cuts each side into one factor per axis, in every order, so that the factors of an axis make up its extent. If the
/// grid is smaller than the machine, the product of the factors may be larger than the extent; no factor is larger than
/// it must be. Of sides that are alike one order stands for all, if the whole machine is used.
class SideShares {
 public:
  SideShares(std::span<const std::uint64_t> extents, std::vector<MachineSide> sides, bool is_whole);

  /// Calls visit(share) for each way, until it returns false. Those that cut few sides come first.
  template <typename Visit>
  void for_each(Visit visit) {
    share_.assign(sides_.size(), {});
    for (cuts_left_ = 0; cuts_left_ <= sides_.size() && share_out(0, visit);) cuts_left_ = ++cuts_;
  }

 private:
  std::uint64_t wanted() const;  ///< places that the axes still need
  /// Returns what is left of an axis' need after this factor; 0 if the factor makes no sense.
  std::uint64_t left_after(std::uint64_t need, std::uint64_t factor) const;
  bool repeats(std::size_t side) const;

  template <typename Visit>
  bool share_out(std::size_t side, Visit& visit) {
    if (room_[side] < wanted() || cuts_left_ > sides_.size() - side) return true;
    if (side == sides_.size()) return visit(share_);
    return choose(side, 0, sides_[side].size, visit);
  }

  /// Chooses the factors of this axis and the next ones, of so many places of the side.
  template <typename Visit>
  bool choose(std::size_t side, std::size_t axis, std::uint64_t places, Visit& visit) {
    if (axis == need_.size()) return order(side, visit);
    const std::uint64_t need = need_[axis];
    for (std::uint64_t factor = 1; factor <= std::min(need, places); ++factor) {
      const std::uint64_t left = left_after(need, factor);
      if (left == 0 || (is_exact_ && places % factor != 0)) continue;
      need_[axis] = left;
      if (factor > 1) share_[side].push_back({axis, factor});
      const bool goes_on = choose(side, axis + 1, places / factor, visit);
      if (factor > 1) share_[side].pop_back();
      need_[axis] = need;
      if (!goes_on) return false;
    }
    return true;
  }

  /// Goes through the orders of a side's digits, which are in the order of their axes before and after.
  template <typename Visit>
  bool order(std::size_t side, Visit& visit) {
    const bool is_cut = share_[side].size() > 1;
    if (is_cut && cuts_left_ == 0) return true;
    cuts_left_ -= is_cut ? 1 : 0;
    bool goes_on = true;
    do {
      goes_on = repeats(side) || share_out(side + 1, visit);
    } while (goes_on && sides_[side].is_line && std::ranges::next_permutation(share_[side]).found);
    cuts_left_ += is_cut ? 1 : 0;
    return goes_on;
  }

  std::vector<MachineSide> sides_;
  std::vector<std::uint64_t> need_;  // by axis: the product of the factors that it still lacks
  std::vector<std::uint64_t> room_;  // places of all sides from this one on
  bool is_whole_, is_exact_;
  std::size_t cuts_ = 0;       // sides with several digits, in the ways that come now
  std::size_t cuts_left_ = 0;  // of them among the sides from the current one on
  SideShare share_;
};

}  // namespace topomorph::mapping
