// Orders of the cells of a grid: hosts that take consecutive runs of a good order cut few edges.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/cartesian_pattern.h"

namespace topomorph::mapping {

/// All cells of a grid, each once. With the capacities of the hosts it says which host has which cell.
using CellOrder = std::vector<Role>;
/// Cells for each host, at least 1, in the order in which the hosts take their runs; they add up to the cells of the
/// grid.
using Capacities = std::span<const std::int64_t>;

// The algorithms of arXiv 2005.09521 (Hunold, von Kirchbach, Lehr, Schulz, Träff), and ours. All are deterministic.

/// Hyperplane: cuts the grid in two where both sides hold whole hosts, as near to the middle as that is, across the
/// dimension that the stencil crosses least; and so on.
CellOrder hyperplane_order(const CartesianPattern& pattern, Capacities capacities);

/// k-d tree: halves the dimension that is longest for its communication down to single cells, whatever the hosts.
CellOrder kdtree_order(const CartesianPattern& pattern, Capacities capacities);

/// Stencil strips: strips as wide as a host's best block, walked to and fro along the longest dimension.
CellOrder strips_order(const CartesianPattern& pattern, Capacities capacities);

/// Ours: the cheapest of guillotine tilings (guillotine.h), strips of every useful width in every direction, and
/// recursive bisection.
CellOrder tiling_order(const CartesianPattern& pattern, Capacities capacities);

/// Bisects the cells (any set of them, row-major numbers) so that every half holds whole hosts, with a step in the
/// boundary where a plane does not fit. Price: corners that a swap can still improve; worth it for capacities that no
/// rectangle has.
CellOrder bisection_order(const CartesianPattern& pattern, std::vector<Role> cells, Capacities capacities);

/// Host (its place in `capacities`) of each cell.
std::vector<std::uint32_t> hosts_in_order(std::span<const Role> order, Capacities capacities);

/// Messages of one exchange that go from one host to another.
std::uint64_t inter_host_edges(const CartesianPattern& pattern, std::span<const std::uint32_t> host_of_cell);

/// How many offsets of the stencil leave a cell in each dimension: what a cut across the dimension costs per cell.
std::vector<std::int64_t> crossings(const CartesianPattern& pattern);

}  // namespace topomorph::mapping
