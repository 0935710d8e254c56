// Hosts in the order in which they take their runs of cells.
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

}  // namespace topomorph::mapping
