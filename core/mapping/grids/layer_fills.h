// Boxes of a lattice that nodes fill layer after layer, with a step where one ends and the next begins.
#pragma once

#include <array>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "core/mapping/grids/lattice.h"

namespace topomorph::mapping {

/// The axes, the slowest first: layers across that one, cell after cell.
using FillOrder = std::array<std::uint8_t, kMostAxes>;

/// Returns the order with this slowest axis; turned, with the others in reverse order.
FillOrder fill_order(std::uint8_t slowest, bool is_turned);

/// Returns the cells of a box at the origin in an order.
std::vector<Point> cells_in(const Point& box, const FillOrder& order);

/// What nodes keep inside that fill boxes. All boxes with the same layers share results. The lattice and its steps must
/// outlive this.
class LayerFills {
 public:
  LayerFills(const Lattice& lattice, std::span<const LatticeStep> steps);

  /// Returns the weight of the edges inside nodes that fill a box, the cells of which they hold exactly. `before` has
  /// the cells before each node, whatever its first number, and of all; it must outlive this.
  double kept(std::span<const std::size_t> before, const Point& box, const FillOrder& order);
  /// Returns the number of edges looked at so far: a measure of time that is the same on every machine.
  std::uint64_t work() const { return work_; }

 private:
  /// Returns what 0, 1, 2, … layers keep: as many as the box has, and some more for later calls.
  std::vector<double> of_layers(std::span<const std::size_t> before, Point box, const FillOrder& order);
  /// A step without the axes that it does not go along.
  struct Shift {
    double weight = 0;
    std::size_t axes = 0;
    std::array<std::uint8_t, kMostAxes> axis{};
    Point by{};
  };

  using Key = std::tuple<const std::size_t*, Point, FillOrder>;  // first node, extents of a layer

  const Lattice& lattice_;
  std::vector<Shift> shifts_;
  std::map<Key, std::vector<double>> known_;
  std::uint64_t work_ = 0;
};

}  // namespace topomorph::mapping
