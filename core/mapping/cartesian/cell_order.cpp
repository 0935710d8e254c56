// Functions that all orders of cells share: boxes, the hosts of the cells, and the edges that an order cuts.
#include "core/mapping/cartesian/cell_order.h"

#include <functional>
#include <numeric>

#include "core/mapping/cartesian/box.h"

namespace topomorph::mapping {

std::int64_t Box::cells() const {
  return std::accumulate(extent.begin(), extent.end(), std::int64_t{1}, std::multiplies<>());
}

Box Box::split_off(std::size_t d, std::int64_t length) {
  Box rest = *this;
  rest.origin[d] += length;
  rest.extent[d] -= length;
  extent[d] = length;
  return rest;
}

Box whole(const Grid& grid) { return {std::vector<std::int64_t>(grid.dims.size(), 0), grid.dims}; }

void append_box(const Grid& grid, const Box& box, std::span<const std::size_t> slow_to_fast, CellOrder& order) {
  const std::vector<std::int64_t> stride = strides(grid.dims);
  std::vector<std::int64_t> low, high, step;
  for (const std::size_t d : slow_to_fast) {
    low.push_back(box.origin[d]);
    high.push_back(box.origin[d] + box.extent[d]);
    step.push_back(stride[d]);
  }
  std::vector<std::int64_t> position(low);
  do {
    order.push_back(
        static_cast<Role>(std::inner_product(position.begin(), position.end(), step.begin(), std::int64_t{0})));
  } while (next_position(position, low, high));
}

std::vector<std::uint32_t> hosts_in_order(std::span<const Role> order, Capacities capacities) {
  std::vector<std::uint32_t> host_of_cell(order.size());
  std::uint32_t host = 0;
  std::int64_t left = capacities[0];
  for (const Role cell : order) {
    if (left == 0) left = capacities[++host];
    host_of_cell[cell] = host;
    --left;
  }
  return host_of_cell;
}

std::uint64_t inter_host_edges(const CartesianPattern& pattern, std::span<const std::uint32_t> host_of_cell) {
  std::uint64_t edges = 0;
  pattern.for_each_edge(
      [&](Role source, Role destination) { edges += host_of_cell[source] != host_of_cell[destination]; });
  return edges;
}

std::vector<std::int64_t> crossings(const CartesianPattern& pattern) {
  std::vector<std::int64_t> count(pattern.dimensions(), 0);
  for (const Offset& offset : pattern.stencil()) {
    for (std::size_t d = 0; d < offset.size(); ++d) count[d] += offset[d] != 0;
  }
  return count;
}

}  // namespace topomorph::mapping
