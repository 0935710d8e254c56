// The stencil strips algorithm of [Hunold 2020].
#include <algorithm>
#include <cmath>

#include "core/mapping/cartesian/strip_walk.h"

namespace topomorph::mapping {

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
