// The cheapest tiling of a grid by guillotine cuts, which go from side to side.
#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "core/mapping/grids/cell_order.h"

namespace topomorph::mapping {

/// Computes the inter-host edges of boxes that the hosts fill layer after layer. All boxes with the same cross-section
/// share its results.
class FillCost {
 public:
  FillCost(const CartesianPattern& pattern, const HostRanges& hosts) : pattern_(pattern), hosts_(hosts) {}

  /// Returns the cost of a box with these extents. Dimensions run from slow to fast; the first cell is of host `first`.
  std::int64_t of(std::span<const std::int64_t> extents, std::span<const std::size_t> slow_to_fast, std::size_t first);
  /// Returns the number of edges examined so far: a measure of time that is the same on every machine.
  std::uint64_t work() const { return work_; }

 private:
  using Key = std::tuple<std::vector<std::size_t>, std::vector<std::int64_t>, std::size_t>;

  /// Returns the cost of 0, 1, 2, … layers: at least `layers`, and some more for later calls, as far as the grid and
  /// the hosts reach.
  std::vector<std::int64_t> of_layers(std::span<const std::int64_t> section, std::span<const std::size_t> slow_to_fast,
                                      std::size_t first, std::int64_t layers);

  const CartesianPattern& pattern_;
  const HostRanges& hosts_;
  std::map<Key, std::vector<std::int64_t>> known_;
  std::uint64_t work_ = 0;
};

/// Returns the order of the cheapest tiling. A cut divides a box where both sides hold whole hosts. A fill takes a box
/// layer by layer, with a step in the layer where one host ends and the next begins. Dynamic programming over the boxes
/// finds the cheapest combination: exact within this class, which includes rectangles of equal hosts and strips of
/// different widths. Returns nothing if that would take too long (more than about a second: large grids with small
/// hosts, or hosts of many different sizes).
std::optional<CellOrder> guillotine_order(const CartesianPattern& pattern, Capacities capacities);

}  // namespace topomorph::mapping
