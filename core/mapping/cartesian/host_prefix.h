// Ranges of consecutive hosts that hold a given number of cells exactly.
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
  /// Returns the cells of the hosts [first, last).
  std::int64_t cells(std::size_t first, std::size_t last) const { return sum_[last] - sum_[first]; }
  /// Returns the end of the range of hosts from `first` on that holds exactly `cells`; nothing if there is none.
  std::optional<std::size_t> end(std::size_t first, std::int64_t cells) const;
  /// Returns the first of the equal hosts around `first` if the hosts [first, last) are all equal, else `first`.
  std::size_t representative(std::size_t first, std::size_t last) const {
    return run_end_[first] >= last ? run_begin_[first] : first;
  }

 private:
  std::vector<std::int64_t> sum_;
  std::vector<std::size_t> run_begin_, run_end_;  // by host: the range of equal hosts around it
};

}  // namespace topomorph::mapping
