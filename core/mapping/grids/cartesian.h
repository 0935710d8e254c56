// Mapping of Cartesian process grids to hosts: the specialised algorithms, and the best of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/mapping/grids/cell_order.h"
#include "core/mapping/problem/map_options.h"

namespace topomorph::mapping {

struct CartesianAlgorithm {
  std::string name;
  std::string source;
  CellOrder (*order)(const CartesianPattern& pattern, Capacities capacities);
};

/// Returns hyperplane, kdtree, strips and tiling.
std::span<const CartesianAlgorithm> cartesian_algorithms();

/// The host of each cell, and the cost of this assignment.
struct CartesianMapping {
  std::vector<std::uint32_t> host_of_cell;  ///< index in the given list of capacities
  std::uint64_t inter_host_edges = 0;       ///< messages between hosts in one exchange; each direction counts
  std::string algorithm;
};

/// Returns the result of one algorithm, without improvement. `first` is the host of cell 0, if given. No host gets more
/// cells than its capacity (its slots). With as many slots as cells every host is full; with more, the largest hosts
/// are filled first. Throws InputError for fewer slots than cells.
CartesianMapping cartesian_mapping(const CartesianPattern& pattern, std::span<const std::uint64_t> capacities,
                                   const CartesianAlgorithm& algorithm, std::optional<std::uint32_t> first = {});

/// Returns the mapping with the fewest inter-host edges of all algorithms and of the row-major order ("row-major"),
/// each improved by swaps. Cell 0 stays on the host `first`, if given.
CartesianMapping best_cartesian_mapping(const CartesianPattern& pattern, std::span<const std::uint64_t> capacities,
                                        std::optional<std::uint32_t> first = {});

/// Returns a slot on its host for every cell. `host_of_slot` is the host of each slot, in any pattern (by slot, cyclic,
/// uneven). Cells and slots are taken in ascending order, so cells keep the launcher's order inside a host. Throws
/// InputError if a host has too few slots.
Mapping slots_on_hosts(std::span<const std::uint32_t> host_of_cell, std::span<const std::uint32_t> host_of_slot);

}  // namespace topomorph::mapping
