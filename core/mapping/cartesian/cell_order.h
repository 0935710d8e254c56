// Orders of a grid's cells: hosts that take consecutive runs of a good order cut few edges.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/cartesian_pattern.h"

namespace topomorph::mapping {

/// All cells of a grid, each once. The capacities of the hosts then determine the host of each cell.
using CellOrder = std::vector<Role>;
/// Number of cells of each host, at least 1, in the order in which hosts take their runs. They add up to the cells of
/// the grid.
using Capacities = std::span<const std::int64_t>;

// The algorithms of [Hunold 2020], and ours. All are deterministic.

/// Hyperplane: cuts the grid where both sides hold whole hosts, as near to the middle as possible, across the dimension
/// that the stencil crosses least. Cuts both sides again until each is a host.
CellOrder hyperplane_order(const CartesianPattern& pattern, Capacities capacities);

/// k-d tree: halves the dimension that is longest in relation to its communication, down to single cells. Ignores the
/// hosts.
CellOrder kdtree_order(const CartesianPattern& pattern, Capacities capacities);

/// Stencil strips: walks strips as wide as a host's best block, to and fro along the longest dimension.
CellOrder strips_order(const CartesianPattern& pattern, Capacities capacities);

/// Ours: returns the cheapest of guillotine tilings (guillotine.h), strips of every useful width in every direction,
/// and recursive bisection.
CellOrder tiling_order(const CartesianPattern& pattern, Capacities capacities);

/// Bisects any set of cells (row-major numbers) recursively, so that every half holds whole hosts. The boundary has a
/// step where no plane fits. Price: corners that a swap can still improve. Pays off for capacities that no rectangle
/// has.
CellOrder bisection_order(const CartesianPattern& pattern, std::vector<Role> cells, Capacities capacities);

/// Returns the host (its index in `capacities`) of each cell.
std::vector<std::uint32_t> hosts_in_order(std::span<const Role> order, Capacities capacities);

/// Returns the number of messages of one exchange that go from one host to another.
std::uint64_t inter_host_edges(const CartesianPattern& pattern, std::span<const std::uint32_t> host_of_cell);

/// Returns, for each dimension, how many offsets of the stencil leave a cell in it: the cost per cell of a cut across
/// it.
std::vector<std::int64_t> crossings(const CartesianPattern& pattern);

}  // namespace topomorph::mapping
