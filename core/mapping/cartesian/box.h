// Boxes of cells inside a grid.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/mapping/cartesian/cell_order.h"

namespace topomorph::mapping {

struct Box {
  std::vector<std::int64_t> origin, extent;

  std::int64_t cells() const;
  /// Cuts the box across dimension d. The box keeps `length` cells of this dimension; the rest is returned.
  Box split_off(std::size_t d, std::int64_t length);
};

Box whole(const Grid& grid);

/// Appends the cells of a box to the order. The last dimension of `slow_to_fast` runs fastest.
void append_box(const Grid& grid, const Box& box, std::span<const std::size_t> slow_to_fast, CellOrder& order);

}  // namespace topomorph::mapping
