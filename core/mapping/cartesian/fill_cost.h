// Cost of filling boxes layer by layer.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "core/mapping/cartesian/host_prefix.h"

namespace topomorph::mapping {

/// Computes the inter-host edges of boxes that the hosts fill layer after layer. All boxes with the same cross-section
/// share its results.
class FillCost {
 public:
  FillCost(const CartesianPattern& pattern, const HostPrefix& hosts) : pattern_(pattern), hosts_(hosts) {}

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
  const HostPrefix& hosts_;
  std::map<Key, std::vector<std::int64_t>> known_;
  std::uint64_t work_ = 0;
};

}  // namespace topomorph::mapping
