// What orders of cells share: boxes, the order of the hosts, and the bisection of cells that are no box.
#include "core/mapping/baselines/cell_order.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"

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

std::vector<std::int64_t> crossings(const CartesianPattern& pattern) {
  std::vector<std::int64_t> count(pattern.dimensions(), 0);
  for (const Offset& offset : pattern.stencil()) {
    for (std::size_t d = 0; d < offset.size(); ++d) count[d] += offset[d] != 0;
  }
  return count;
}

HostSequence host_sequence(std::int64_t cells, std::span<const std::uint64_t> capacities,
                           std::optional<std::uint32_t> first) {
  HostSequence result;
  auto by_size = successive<std::uint32_t>(capacities.size());
  const auto key = [&](std::uint32_t host) {
    const bool like_first = first && capacities[host] == capacities[*first];
    return std::tuple(!like_first, !(first && host == *first), ~capacities[host]);  // ~: largest first
  };
  std::stable_sort(by_size.begin(), by_size.end(), [&](auto a, auto b) { return key(a) < key(b); });
  std::int64_t left = cells;
  for (const std::uint32_t host : by_size) {
    const auto taken =
        static_cast<std::int64_t>(std::min<std::uint64_t>(capacities[host], static_cast<std::uint64_t>(left)));
    if (taken == 0) break;
    result.host.push_back(host);
    result.cells.push_back(taken);
    left -= taken;
  }
  if (left > 0)
    throw InputError(
        fmt::format("found {} slots for a grid of {} cells, expected at least as many", cells - left, cells));
  return result;
}

namespace {

class CellBisection {
 public:
  CellBisection(const CartesianPattern& pattern, Capacities capacities)
      : dims_(pattern.dims()), stride_(strides(dims_)), crossings_(crossings(pattern)), capacities_(capacities) {}

  void divide(std::span<Role> cells, std::size_t first, std::size_t last) const {
    if (last - first < 2) return std::sort(cells.begin(), cells.end());
    const auto [middle, left] = halfway(static_cast<std::int64_t>(cells.size()), first, last);
    const std::size_t d = best_dimension(cells);
    const auto key = [&](Role cell) { return std::pair(coordinate(cell, d), cell); };
    const auto cut = cells.begin() + left;
    std::nth_element(cells.begin(), cut, cells.end(), [&](Role a, Role b) { return key(a) < key(b); });
    divide(cells.first(static_cast<std::size_t>(left)), first, middle);
    divide(cells.subspan(static_cast<std::size_t>(left)), middle, last);
  }

 private:
  struct Half {
    std::size_t host;
    std::int64_t cells;  ///< of the hosts before `host`
  };

  /// Returns the host where the first half ends, as near to half the cells as whole hosts allow.
  Half halfway(std::int64_t cells, std::size_t first, std::size_t last) const {
    std::size_t host = first + 1;
    std::int64_t before = capacities_[first];
    while (host + 1 < last && std::abs(cells - 2 * (before + capacities_[host])) < std::abs(cells - 2 * before)) {
      before += capacities_[host++];
    }
    return {host, before};
  }

  std::int64_t coordinate(Role cell, std::size_t d) const {
    return static_cast<std::int64_t>(cell) / stride_[d] % dims_[d];
  }

  /// Returns the dimension across which a cut cuts fewest edges: the cross-section of the cells times the crossings
  /// there.
  std::size_t best_dimension(std::span<const Role> cells) const {
    std::size_t best = 0;
    double best_cost = std::numeric_limits<double>::infinity();
    for (std::size_t d = 0; d < dims_.size(); ++d) {
      std::int64_t low = dims_[d], high = 0;
      for (const Role cell : cells) {
        low = std::min(low, coordinate(cell, d));
        high = std::max(high, coordinate(cell, d));
      }
      if (low >= high) continue;
      const double cost = static_cast<double>(crossings_[d]) / static_cast<double>(high - low + 1);
      if (cost < best_cost) best = d, best_cost = cost;
    }
    return best;
  }

  const std::vector<std::int64_t>& dims_;
  std::vector<std::int64_t> stride_, crossings_;
  Capacities capacities_;
};

}  // namespace

CellOrder bisection_order(const CartesianPattern& pattern, std::vector<Role> cells, Capacities capacities) {
  CellBisection(pattern, capacities).divide(cells, 0, capacities.size());
  return cells;
}

}  // namespace topomorph::mapping
