// Meshes and tori of any number of dimensions.
#include "core/topology/shapes/grid_topology.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/support/error.h"
#include "core/topology/tree.h"

namespace topomorph {

namespace {

std::vector<GridDimension> dimensions_of(std::span<const std::uint64_t> sizes, bool wraps) {
  std::vector<GridDimension> dimensions;
  for (const std::uint64_t size : sizes) dimensions.push_back({size, wraps, 1});
  return dimensions;
}

}  // namespace

GridTopology::GridTopology(std::vector<GridDimension> dimensions) : dimensions_(std::move(dimensions)) {
  if (dimensions_.empty()) throw InputError("found a grid without dimensions, expected at least one");
  for (const GridDimension& dimension : dimensions_) {
    if (dimension.size == 0) throw InputError("found a grid with a dimension of size 0, expected at least 1");
    stride_.push_back(slots_);
    if (dimension.size > kMaxSlots / slots_) {
      throw InputError(fmt::format("found a grid of more than {} slots, expected at most that", kMaxSlots));
    }
    slots_ *= dimension.size;
  }
}

GridTopology GridTopology::mesh(std::span<const std::uint64_t> sizes) {
  return GridTopology(dimensions_of(sizes, false));
}

GridTopology GridTopology::torus(std::span<const std::uint64_t> sizes) {
  return GridTopology(dimensions_of(sizes, true));
}

std::uint64_t GridTopology::distance(Slot a, Slot b) const {
  std::uint64_t sum = 0;
  for (const GridDimension& dimension : dimensions_) {
    const std::uint64_t x = a % dimension.size, y = b % dimension.size;
    a /= dimension.size;
    b /= dimension.size;
    const std::uint64_t apart = x < y ? y - x : x - y;
    sum += dimension.cost * (dimension.wraps ? std::min(apart, dimension.size - apart) : apart);
  }
  return sum;
}

std::string GridTopology::describe() const {
  const auto wraps = [](const GridDimension& dimension) { return dimension.wraps; };
  const bool all = std::all_of(dimensions_.begin(), dimensions_.end(), wraps);
  const bool none = std::none_of(dimensions_.begin(), dimensions_.end(), wraps);
  std::string text = all ? "torus of " : none ? "mesh of " : "grid of ";
  for (std::size_t d = 0; d < dimensions_.size(); ++d) {
    const char* mark = !all && dimensions_[d].wraps ? " (wraps)" : "";
    text += fmt::format("{}{}{}", d == 0 ? "" : " x ", dimensions_[d].size, mark);
  }
  return text;
}

}  // namespace topomorph
