// Product tilings of rows and columns, a simple method beside the mapper: all of them are tried.
#include "benchmarks/mapping/product_tilings.h"

#include <algorithm>
#include <iterator>

#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/grid.h"

namespace topomorph::benchmarks {

namespace {

/// How one digit of a slot's number is shared out.
struct Digit {
  std::uint64_t rows = 1, columns = 1;
  bool rows_outside = true;  ///< whether it counts the columns first
};

using Bases = std::vector<std::uint64_t>;

Bases bases_of_tree(const TreeTopology& tree) {
  Bases bases;
  for (std::size_t level = tree.levels(); level > 0; --level) bases.push_back(tree.most_children(level));
  return bases;
}

/// Returns the bases of the digits of a slot's number, the slowest first; none of a topology of another kind.
Bases bases_of(const Topology& topology) {
  if (const TreeTopology* tree = as_tree(topology)) return bases_of_tree(*tree);
  const topology::ComposedTopology* composed = topology::as_composed(topology);
  const topology::GridTopology* grid = topology::as_grid(composed != nullptr ? composed->network() : topology);
  const TreeTopology* host = composed != nullptr && composed->has_one_part() ? as_tree(composed->part(0)) : nullptr;
  if (grid == nullptr || (composed != nullptr && host == nullptr)) return {};
  Bases bases;
  for (const topology::GridDimension& dimension : grid->dimensions()) bases.push_back(dimension.size);
  if (host != nullptr) std::ranges::copy(bases_of_tree(*host), std::back_inserter(bases));
  return bases;
}

/// Returns the slot of each cell of the grid, row after row.
Mapping mapping_of(const std::vector<Digit>& digits, std::uint64_t rows, std::uint64_t columns) {
  Mapping slot_of_cell(rows * columns);
  for (std::uint64_t cell = 0; cell < slot_of_cell.size(); ++cell) {
    std::uint64_t row = cell / columns, column = cell % columns, place = 1;
    for (std::size_t d = digits.size(); d-- > 0; place *= digits[d].rows * digits[d].columns) {
      const std::uint64_t r = row % digits[d].rows, c = column % digits[d].columns;
      slot_of_cell[cell] += place * (digits[d].rows_outside ? r * digits[d].columns + c : c * digits[d].rows + r);
      row /= digits[d].rows;
      column /= digits[d].columns;
    }
  }
  return slot_of_cell;
}

Cost cost_of(const Instance& instance, const Topology& topology, const Mapping& slot_of_cell) {
  Cost cost = 0;
  for (const Traffic& edge : instance.edges) {
    cost += Cost{edge.bytes} * topology.distance(slot_of_cell[edge.source], slot_of_cell[edge.destination]);
  }
  return cost;
}

/// Calls visit(digits) for each way to share out the bases.
template <typename Visit>
void for_each_tiling(const Bases& bases, std::uint64_t rows, std::uint64_t columns, Visit visit) {
  std::vector<Digit> digits;
  const auto choose = [&](const auto& again, std::uint64_t rows_left, std::uint64_t columns_left) -> void {
    if (digits.size() == bases.size()) {
      if (rows_left == 1 && columns_left == 1) visit(digits);
      return;
    }
    const std::uint64_t base = bases[digits.size()];
    for (std::uint64_t r = 1; r <= base; ++r) {
      const std::uint64_t c = base / r;
      if (base % r != 0 || rows_left % r != 0 || columns_left % c != 0) continue;
      for (const bool rows_outside : {true, false}) {
        if (!rows_outside && (r == 1 || c == 1)) continue;
        digits.push_back({r, c, rows_outside});
        again(again, rows_left / r, columns_left / c);
        digits.pop_back();
      }
    }
  };
  choose(choose, rows, columns);
}

}  // namespace

std::optional<Tiling> best_product_tiling(const Instance& instance, std::uint64_t rows, std::uint64_t columns,
                                          const Topology& topology) {
  const Bases bases = bases_of(topology);
  std::uint64_t places = 1;
  for (const std::uint64_t base : bases) places *= base;
  if (bases.empty() || topology.slots() != rows * columns || places != topology.slots()) return std::nullopt;
  std::optional<Tiling> best;
  for_each_tiling(bases, rows, columns, [&](const std::vector<Digit>& digits) {
    Mapping slot_of_cell = mapping_of(digits, rows, columns);
    const Cost cost = cost_of(instance, topology, slot_of_cell);
    if (!best || cost < best->cost) best = {cost, std::move(slot_of_cell)};
  });
  return best;
}

}  // namespace topomorph::benchmarks
