// Which consecutive hosts fill a given number of cells exactly.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/mapping/cartesian/cell_order.h"

namespace topomorph::mapping {

class HostPrefix {
 public:
  explicit HostPrefix(Capacities capacities);

  std::size_t hosts() const { return run_end_.size(); }
  std::int64_t capacity(std::size_t host) const { return sum_[host + 1] - sum_[host]; }
  /// Cells of the hosts [first, last).
  std::int64_t cells(std::size_t first, std::size_t last) const { return sum_[last] - sum_[first]; }
  /// The host after those that, from `first` on, hold exactly `cells`; nothing if there are none such.
  std::optional<std::size_t> end(std::size_t first, std::int64_t cells) const;
  /// First host of the equal ones around `first`, if the hosts [first, last) are all equal, else `first`.
  std::size_t representative(std::size_t first, std::size_t last) const {
    return run_end_[first] >= last ? run_begin_[first] : first;
  }

 private:
  std::vector<std::int64_t> sum_;
  std::vector<std::size_t> run_begin_, run_end_;  // of the equal hosts around a host
};

}  // namespace topomorph::mapping
