// Mapping Cartesian process grids onto hosts: the specialised algorithms, and the best of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/deadline.h"
#include "core/mapping/cartesian/cell_order.h"
#include "core/mapping/map.h"
#include "core/model/tree.h"

namespace topomorph::mapping {

struct CartesianAlgorithm {
  std::string name;
  std::string source;
  CellOrder (*order)(const CartesianPattern& pattern, Capacities capacities);
};

/// hyperplane, kdtree, strips and tiling.
std::span<const CartesianAlgorithm> cartesian_algorithms();

/// Which host each cell is on, and what that costs.
struct CartesianMapping {
  std::vector<std::uint32_t> host_of_cell;  ///< place in the list of capacities that was given
  std::uint64_t inter_host_edges = 0;       ///< messages of one exchange between hosts, each direction counted
  std::string algorithm;
};

/// What one algorithm says, without improvement. `first` is the host that cell 0 must be on, if any. No host gets more
/// cells than its capacity (slots). With just as many slots as cells every host is full; with more, the largest hosts
/// are filled first. Throws InputError for fewer slots than cells.
CartesianMapping cartesian_mapping(const CartesianPattern& pattern, std::span<const std::uint64_t> capacities,
                                   const CartesianAlgorithm& algorithm, std::optional<std::uint32_t> first = {});

/// The one with the fewest inter-host edges of all algorithms and of the row-major order ("row-major"), each improved
/// by swaps; cell 0 stays on the host `first`, if one is given.
CartesianMapping best_cartesian_mapping(const CartesianPattern& pattern, std::span<const std::uint64_t> capacities,
                                        std::optional<std::uint32_t> first = {});

/// Slots for the cells of every host: `host_of_slot` says which host each slot is on, in any pattern (by slot, cyclic,
/// uneven). Both go in ascending order, so that cells keep the launcher's order inside a host. Throws InputError where
/// a host has too few slots.
Mapping slots_on_hosts(std::span<const std::uint32_t> host_of_cell, std::span<const std::uint32_t> host_of_slot);

/// Maps the grid to a tree of at least as many slots: cuts it for the nodes of one level, then every piece for the
/// children of its node. The cheapest first level wins (sum of the distances of all messages). Cell 0 is put into the
/// lowest node with the slot `first`, if one is given. After the deadline no further first level is tried. No
/// improvement: see map().
Mapping map_grid_to_tree(const CartesianPattern& pattern, const TreeTopology& tree, const CartesianAlgorithm& algorithm,
                         std::optional<Slot> first = {}, const Deadline& deadline = Deadline(std::nullopt));

}  // namespace topomorph::mapping
