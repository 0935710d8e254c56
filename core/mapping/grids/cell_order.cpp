// What all orders of cells share: boxes, ranges of hosts, the hosts of the cells, and the edges that an order cuts.
#include "core/mapping/grids/cell_order.h"

#include <algorithm>
#include <functional>
#include <numeric>

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

HostRanges::HostRanges(Capacities capacities) : sum_(1, 0), run_begin_(capacities.size()), run_end_(capacities.size()) {
  for (const std::int64_t capacity : capacities) sum_.push_back(sum_.back() + capacity);
  for (std::size_t host = 0; host < capacities.size(); ++host) {
    const bool same = host > 0 && capacities[host] == capacities[host - 1];
    run_begin_[host] = same ? run_begin_[host - 1] : host;
  }
  for (std::size_t host = capacities.size(); host-- > 0;) {
    const bool same = host + 1 < capacities.size() && capacities[host] == capacities[host + 1];
    run_end_[host] = same ? run_end_[host + 1] : host + 1;
  }
}

std::optional<std::size_t> HostRanges::end(std::size_t first, std::int64_t cells) const {
  const std::int64_t equal = capacity(first);
  const auto hosts = static_cast<std::size_t>(cells / equal);
  if (first + hosts <= run_end_[first]) {
    if (cells % equal == 0) return first + hosts;
    if (first + hosts < run_end_[first]) return std::nullopt;
  }
  const auto found =
      std::lower_bound(sum_.begin() + static_cast<std::ptrdiff_t>(first), sum_.end(), sum_[first] + cells);
  if (found == sum_.end() || *found != sum_[first] + cells) return std::nullopt;
  return static_cast<std::size_t>(found - sum_.begin());
}

}  // namespace topomorph::mapping
