// The stencil strips algorithm of [Hunold 2020], and its walk through a grid in strips.
#include "core/mapping/grids/strips.h"

#include <algorithm>
#include <cmath>

#include "core/mapping/grids/cell_order.h"

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

namespace {

/// Returns the sides of the best block for a host: those of the stencil's bounding box, scaled to the host's cells. A
/// dimension without communication gets side 1: a cut there costs nothing.
std::vector<double> block_sides(const CartesianPattern& pattern, double cells) {
  std::vector<double> reach(pattern.dimensions(), 0.0);
  double volume = 1, communicating = 0;
  for (std::size_t d = 0; d < reach.size(); ++d) {
    std::int64_t low = 0, high = 0;
    for (const Offset& offset : pattern.stencil()) {
      low = std::min(low, offset[d]);
      high = std::max(high, offset[d]);
    }
    reach[d] = static_cast<double>(high - low);
    if (reach[d] > 0) volume *= reach[d], communicating += 1;
  }
  const double scale = communicating > 0 ? std::pow(cells / volume, 1 / communicating) : 1;
  for (double& side : reach) side = std::max(1.0, side * scale);
  return reach;
}

}  // namespace

CellOrder strips_order(const CartesianPattern& pattern, Capacities capacities) {
  const auto& dims = pattern.dims();
  const double mean = static_cast<double>(pattern.cells()) / static_cast<double>(capacities.size());
  const std::vector<double> sides = block_sides(pattern, mean);
  const auto along = static_cast<std::size_t>(std::max_element(dims.begin(), dims.end()) - dims.begin());
  std::vector<std::int64_t> strips(dims.size());
  // the small term: a root that comes out as 3.9999999 instead of 4 must not lose a cell
  for (std::size_t d = 0; d < dims.size(); ++d) {
    strips[d] = std::max(std::int64_t{1}, dims[d] / static_cast<std::int64_t>(sides[d] + 1e-9));
  }
  return strip_walk(pattern.grid(), along, strips);
}

}  // namespace topomorph::mapping
