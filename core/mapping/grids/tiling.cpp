// Block tiling: the cheapest of several kinds of shapes.
#include <algorithm>
#include <cmath>

#include "core/base/successive.h"
#include "core/mapping/grids/guillotine.h"
#include "core/mapping/grids/strips.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

namespace {

class Tiling {
 public:
  Tiling(const CartesianPattern& pattern, Capacities capacities) : pattern_(pattern), capacities_(capacities) {}

  CellOrder run() {
    auto cells = successive<Role>(static_cast<std::size_t>(pattern_.cells()));
    if (capacities_.size() == cells.size()) return cells;  // a host for each cell: all orders cut the same edges
    if (auto order = guillotine_order(pattern_, capacities_)) consider(std::move(*order));
    consider(bisection_order(pattern_, std::move(cells), capacities_));
    for (std::size_t along = 0; along < pattern_.dimensions(); ++along) try_strips(along);
    return std::move(best_);
  }

 private:
  void consider(CellOrder order) {
    const std::uint64_t edges = inter_host_edges(pattern_, hosts_in_order(order, capacities_));
    if (!best_.empty() && edges >= best_edges_) return;
    best_ = std::move(order);
    best_edges_ = edges;
  }

  /// Tries every combination of strip counts across the other dimensions.
  void try_strips(std::size_t along) {
    std::vector<std::vector<std::int64_t>> choices;
    std::vector<std::int64_t> low(pattern_.dimensions(), 0), high;
    for (std::size_t d = 0; d < pattern_.dimensions(); ++d) {
      choices.push_back(d == along ? std::vector<std::int64_t>{1} : strip_counts(pattern_.dims()[d]));
      high.push_back(static_cast<std::int64_t>(choices.back().size()));
    }
    std::vector<std::int64_t> position(low), strips(low);
    do {
      for (std::size_t d = 0; d < strips.size(); ++d) strips[d] = choices[d][static_cast<std::size_t>(position[d])];
      consider(strip_walk(pattern_.grid(), along, strips));
    } while (next_position(position, low, high));
  }

  /// Returns numbers of strips whose width is near the side of a cube for a host. In two and three dimensions widths
  /// range from 1 to twice the side. In large grids, and in more dimensions, whose combinations would be too many, they
  /// are the two nearest.
  std::vector<std::int64_t> strip_counts(std::int64_t extent) const {
    const double mean = static_cast<double>(pattern_.cells()) / static_cast<double>(capacities_.size());
    const double side = std::pow(mean, 1 / static_cast<double>(pattern_.dimensions()));
    const bool few = pattern_.dimensions() > 3 || pattern_.cells() > kCartesian.many_cells;
    const auto narrowest = few ? static_cast<std::int64_t>(side) : std::int64_t{1};
    const auto widest = static_cast<std::int64_t>(few ? std::ceil(side) : std::ceil(2 * side));
    std::vector<std::int64_t> counts;
    for (std::int64_t width = narrowest; width <= widest; ++width) {
      const std::int64_t count = std::max(std::int64_t{1}, extent / width);
      if (counts.empty() || counts.back() != count) counts.push_back(count);
    }
    return counts;
  }

  const CartesianPattern& pattern_;
  Capacities capacities_;
  CellOrder best_;
  std::uint64_t best_edges_ = 0;
};

}  // namespace

CellOrder tiling_order(const CartesianPattern& pattern, Capacities capacities) {
  return Tiling(pattern, capacities).run();
}

}  // namespace topomorph::mapping
