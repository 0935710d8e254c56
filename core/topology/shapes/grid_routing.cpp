// The links of meshes and tori: one in each direction between neighbours.
#include "core/topology/shapes/grid_routing.h"

#include <algorithm>

#include <fmt/format.h>

namespace topomorph::topology {

GridRouting::GridRouting(const GridTopology& grid) : grid_(grid) {
  for (std::size_t d = 0; d < grid.dimensions().size(); ++d) {
    begin_.push_back(begin_.back() + 2 * (grid.slots() / grid.dimensions()[d].size) * steps(d));
  }
}

std::uint64_t GridRouting::steps(std::size_t dimension) const {
  const GridDimension& along = grid_.dimensions()[dimension];
  return along.wraps && along.size > 2 ? along.size : along.size - 1;
}

Link GridRouting::number(std::size_t dimension, Slot lower, bool positive) const {
  const std::uint64_t stride = grid_.stride(dimension), size = grid_.dimensions()[dimension].size;
  const std::uint64_t line = lower / (stride * size), within = lower % (stride * size);
  return begin_[dimension] + 2 * (line * stride * steps(dimension) + within) + (positive ? 0 : 1);
}

std::size_t GridRouting::dimension_of(Link link) const {
  return static_cast<std::size_t>(std::upper_bound(begin_.begin(), begin_.end(), link) - begin_.begin()) - 1;
}

Slot GridRouting::neighbour(Slot slot, std::size_t dimension, bool positive) const {
  const std::uint64_t stride = grid_.stride(dimension), size = grid_.dimensions()[dimension].size;
  const std::uint64_t from = grid_.coordinate(slot, dimension), to = (from + (positive ? 1 : size - 1)) % size;
  return slot - from * stride + to * stride;
}

std::string GridRouting::coordinates(Slot slot) const {
  std::string text;
  for (std::size_t d = 0; d < grid_.dimensions().size(); ++d) {
    text += fmt::format("{}{}", d == 0 ? "(" : ",", grid_.coordinate(slot, d));
  }
  return text + ")";
}

std::string GridRouting::name(Link link) const {
  const std::size_t d = dimension_of(link);
  const std::uint64_t stride = grid_.stride(d), size = grid_.dimensions()[d].size, block = stride * steps(d);
  const std::uint64_t index = (link - begin_[d]) / 2;
  const Slot lower = index / block * stride * size + index % block, upper = neighbour(lower, d, true);
  const bool positive = (link - begin_[d]) % 2 == 0;
  return coordinates(positive ? lower : upper) + "->" + coordinates(positive ? upper : lower);
}

double GridRouting::bandwidth(Link link) const {
  return 1 / std::max(static_cast<double>(grid_.dimensions()[dimension_of(link)].cost), kLeastCost);
}

void GridRouting::route(Slot a, Slot b, std::vector<Link>& path) const {
  for (std::size_t d = 0; d < grid_.dimensions().size(); ++d) {
    const GridDimension& along = grid_.dimensions()[d];
    const std::uint64_t from = grid_.coordinate(a, d), to = grid_.coordinate(b, d);
    const std::uint64_t up = (to + along.size - from) % along.size, down = (along.size - up) % along.size;
    const bool positive = along.wraps && along.size > 2 ? up <= down : from <= to;
    for (std::uint64_t hops = positive ? up : down; hops > 0; --hops) {
      const Slot next = neighbour(a, d, positive);
      path.push_back(number(d, positive ? a : next, positive));
      a = next;
    }
  }
}

}  // namespace topomorph::topology
