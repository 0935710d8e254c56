// Orders of a grid's cells, from boxes of cells and ranges of hosts: hosts that take consecutive runs of a good order
// cut few edges.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/model/cartesian_pattern.h"

namespace topomorph::mapping {

/// All cells of a grid, each once. The capacities of the hosts then determine the host of each cell.
using CellOrder = std::vector<Role>;
/// Number of cells of each host, at least 1, in the order in which hosts take their runs. They add up to the cells of
/// the grid.
using Capacities = std::span<const std::int64_t>;

/// Bisects any set of cells (row-major numbers) recursively, so that every half holds whole hosts. The boundary has a
/// step where no plane fits. Price: corners that a swap can still improve. Pays off for capacities that no rectangle
/// has.
CellOrder bisection_order(const CartesianPattern& pattern, std::vector<Role> cells, Capacities capacities);

/// Returns, for each dimension, how many offsets of the stencil leave a cell in it: the cost per cell of a cut across
/// it.
std::vector<std::int64_t> crossings(const CartesianPattern& pattern);

struct Box {
  std::vector<std::int64_t> origin, extent;

  std::int64_t cells() const;
  /// Cuts the box across dimension d. The box keeps `length` cells of this dimension; the rest is returned.
  Box split_off(std::size_t d, std::int64_t length);
};

Box whole(const Grid& grid);

/// Appends the cells of a box to the order. The last dimension of `slow_to_fast` runs fastest.
void append_box(const Grid& grid, const Box& box, std::span<const std::size_t> slow_to_fast, CellOrder& order);

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
