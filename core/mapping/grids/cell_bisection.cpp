// Recursive bisection of any set of cells, with exact sizes.
#include <algorithm>
#include <limits>

#include "core/mapping/grids/cell_order.h"

namespace topomorph::mapping {

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
