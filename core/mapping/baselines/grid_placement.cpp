// Placement of a grid on a tree: pieces for the nodes of a level, then pieces of these for their children.
#include "core/mapping/baselines/grid_placement.h"

#include <algorithm>

#include "core/base/successive.h"
#include "core/mapping/problem/slot_selection.h"

namespace topomorph::mapping {
namespace {

/// Returns the smallest box around some cells.
Box around(const Grid& grid, std::span<const Role> cells) {
  Box box{grid.dims, std::vector<std::int64_t>(grid.dims.size(), 0)};
  for (const Role cell : cells) {
    const auto position = coordinates(grid.dims, static_cast<std::int64_t>(cell));
    for (std::size_t d = 0; d < position.size(); ++d) {
      box.origin[d] = std::min(box.origin[d], position[d]);
      box.extent[d] = std::max(box.extent[d], position[d] + 1);  // the end for now, the length below
    }
  }
  for (std::size_t d = 0; d < box.extent.size(); ++d) box.extent[d] -= box.origin[d];
  return box;
}

class GridPlacement {
 public:
  GridPlacement(const CartesianPattern& pattern, const TreeTopology& tree, FunctionOfOrder order,
                std::optional<Slot> first)
      : pattern_(pattern),
        tree_(tree),
        order_(order),
        first_(first),
        dimensions_(successive<std::size_t>(pattern.dimensions())) {}

  /// Cuts the whole grid for all nodes of `level` at once.
  Mapping run(std::size_t level) {
    mapping_.resize(static_cast<std::size_t>(pattern_.cells()));
    divide(successive<Role>(mapping_.size()), level, 0, tree_.nodes(level));
    return std::move(mapping_);
  }

 private:
  /// Distributes the cells over the nodes [first, last) of a level, and inside them.
  void divide(std::span<const Role> cells, std::size_t level, std::size_t first, std::size_t last) {
    const auto& begin = tree_.level(level).begin;
    std::vector<std::uint64_t> capacities;
    for (std::size_t node = first; node < last; ++node) capacities.push_back(begin[node + 1] - begin[node]);
    const auto sequence =
        host_sequence(static_cast<std::int64_t>(cells.size()), capacities, first_node(level, first, last));
    const CellOrder order = order_of(cells, sequence.cells);
    std::span<const Role> rest(order);
    for (std::size_t i = 0; i < sequence.host.size(); ++i) {
      const auto count = static_cast<std::size_t>(sequence.cells[i]);
      settle(rest.first(count), level, first + sequence.host[i]);
      rest = rest.subspan(count);
    }
  }

  /// Returns the index of the node with the slot for the first cell. The orders begin with this cell, and so do those
  /// of its pieces.
  std::optional<std::uint32_t> first_node(std::size_t level, std::size_t first, std::size_t last) const {
    if (!first_) return std::nullopt;
    const std::size_t node = tree_.node_of(level, *first_);
    return node >= first && node < last ? std::optional(static_cast<std::uint32_t>(node - first)) : std::nullopt;
  }

  void settle(std::span<const Role> cells, std::size_t level, std::size_t node) {
    const Slot begin = tree_.level(level).begin[node], end = tree_.level(level).begin[node + 1];
    if (level == 1) {  // all slots of a lowest node are equal
      for (std::size_t i = 0; i < cells.size(); ++i) mapping_[cells[i]] = begin + i;
      return;
    }
    divide(cells, level - 1, tree_.node_of(level - 1, begin), tree_.node_of(level - 1, end - 1) + 1);
  }

  CellOrder order_of(std::span<const Role> cells, Capacities capacities) const {
    if (capacities.size() == 1) return {cells.begin(), cells.end()};
    const Box box = around(pattern_.grid(), cells);
    if (box.cells() != static_cast<std::int64_t>(cells.size())) {
      return bisection_order(pattern_, {cells.begin(), cells.end()}, capacities);
    }
    CellOrder inside;  // row-major numbers of the box -> those of the grid
    append_box(pattern_.grid(), box, dimensions_, inside);
    CellOrder order = order_(pattern_.box(box.extent, dimensions_), capacities);
    for (Role& cell : order) cell = inside[cell];
    return order;
  }

  const CartesianPattern& pattern_;
  const TreeTopology& tree_;
  FunctionOfOrder order_;
  std::optional<Slot> first_;
  std::vector<std::size_t> dimensions_;
  Mapping mapping_;
};

Cost total_distance(const CartesianPattern& pattern, const TreeTopology& tree, const Mapping& mapping) {
  Cost cost = 0;
  pattern.for_each_edge([&](Role a, Role b) { cost += tree.distance(mapping[a], mapping[b]); });
  return cost;
}

Mapping map_to(const CartesianPattern& pattern, const TreeTopology& tree, FunctionOfOrder order,
               std::optional<Slot> first, const Deadline& deadline) {
  Mapping best;
  Cost best_cost = 0;
  for (std::size_t level = tree.levels(); level > 0; --level) {
    // the root alone would only cut for its children, as the next level does
    if (tree.nodes(level) == 1 && level > 1) continue;
    if (!best.empty() && deadline.passed()) break;
    Mapping mapping = GridPlacement(pattern, tree, order, first).run(level);
    const Cost cost = total_distance(pattern, tree, mapping);
    if (best.empty() || cost < best_cost) best = std::move(mapping), best_cost = cost;
  }
  return best;
}

}  // namespace

Mapping map_grid(const Problem& problem, FunctionOfOrder order) {
  std::optional<Slot> first;  // slot of role 0, the usual pin
  for (const PinnedRole& pin : problem.options.pinned) {
    if (pin.role == 0) first = pin.slot;
  }
  const std::vector<Slot> slots = choose_slots(*problem.tree, problem.affinity.roles(), problem.pinned_slots());
  if (first) first = static_cast<Slot>(std::lower_bound(slots.begin(), slots.end(), *first) - slots.begin());
  Mapping mapping = map_to(*problem.options.grid, problem.tree->restricted_to(slots), order, first, problem.deadline);
  for (Slot& slot : mapping) slot = slots[slot];
  return mapping;
}

}  // namespace topomorph::mapping
