// A walk through a grid in strips.
#include "core/mapping/cartesian/strip_walk.h"

#include <algorithm>

#include "core/mapping/cartesian/box.h"

namespace topomorph::mapping {

namespace {

class StripWalk {
 public:
  StripWalk(const Grid& grid, std::size_t along, std::span<const std::int64_t> strips)
      : grid_(grid), along_(along), strips_(strips), backwards_(grid.dims.size(), false), box_(whole(grid)) {
    slow_to_fast_.push_back(along);
    for (std::size_t d = 0; d < grid.dims.size(); ++d) {
      if (d != along) slow_to_fast_.push_back(d);
    }
    order_.reserve(static_cast<std::size_t>(grid.cells()));
  }

  CellOrder run() {
    cut(1);
    return std::move(order_);
  }

 private:
  /// Cuts the dimension at this place of slow_to_fast_ into strips, alternately forwards and backwards.
  void cut(std::size_t place) {
    if (place == slow_to_fast_.size()) return walk_strip();
    const std::size_t d = slow_to_fast_[place];
    for (std::int64_t i = 0; i < strips_[d]; ++i) {
      const std::int64_t strip = backwards_[d] ? strips_[d] - 1 - i : i;
      box_.origin[d] = grid_.dims[d] * strip / strips_[d];
      box_.extent[d] = grid_.dims[d] * (strip + 1) / strips_[d] - box_.origin[d];
      cut(place + 1);
    }
    backwards_[d] = !backwards_[d];
  }

  void walk_strip() {
    const std::int64_t layers = grid_.dims[along_];
    for (std::int64_t i = 0; i < layers; ++i) {
      box_.origin[along_] = backwards_[along_] ? layers - 1 - i : i;
      box_.extent[along_] = 1;
      append_box(grid_, box_, slow_to_fast_, order_);
    }
    backwards_[along_] = !backwards_[along_];
  }

  const Grid& grid_;
  std::size_t along_;
  std::span<const std::int64_t> strips_;
  std::vector<std::size_t> slow_to_fast_;
  std::vector<bool> backwards_;  // by dimension: the direction of its next walk
  Box box_;
  CellOrder order_;
};

}  // namespace

CellOrder strip_walk(const Grid& grid, std::size_t along, std::span<const std::int64_t> strips) {
  return StripWalk(grid, along, strips).run();
}

}  // namespace topomorph::mapping
