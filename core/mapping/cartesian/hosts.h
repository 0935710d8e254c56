// Hosts in the order in which they take their runs of cells, and ranges of them that hold a number of cells exactly.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/mapping/cartesian/cell_order.h"

namespace topomorph::mapping {

/// The used hosts with the cells that each takes, the largest first and equal ones in their order. Equal hosts side by
/// side can share rectangles. With more slots than cells the last host is not full and the smallest stay empty.
struct HostSequence {
  std::vector<std::uint32_t> host;
  std::vector<std::int64_t> cells;
};

/// Returns the sequence for so many cells. `first` is the host of the first cell, with which every order begins. This
/// host and the hosts of its capacity come before the others, so that the first cell gets there at no cost. Throws
/// InputError if the capacities add up to less than the cells.
HostSequence host_sequence(std::int64_t cells, std::span<const std::uint64_t> capacities,
                           std::optional<std::uint32_t> first = {});

class HostRanges {
 public:
  explicit HostRanges(Capacities capacities);

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
