// Hosts in the order in which they take their runs of cells.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/mapping/cartesian/cell_order.h"

namespace topomorph::mapping {

/// The hosts that are used, the largest first and equal ones in their order, each with the cells it takes. Equal hosts
/// side by side can share rectangles; where there are more slots than cells the last one is not full and the smallest
/// stay empty.
struct HostSequence {
  std::vector<std::uint32_t> host;
  std::vector<std::int64_t> cells;
};

/// `first` is the host for the first cell, which every order begins with: it and those of its capacity come before the
/// others, so that the first cell gets there at no cost. Throws InputError where the capacities are fewer than the
/// cells.
HostSequence host_sequence(std::int64_t cells, std::span<const std::uint64_t> capacities,
                           std::optional<std::uint32_t> first = {});

}  // namespace topomorph::mapping
