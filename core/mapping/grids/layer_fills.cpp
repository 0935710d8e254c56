// Boxes of a lattice that nodes fill layer after layer, with a step where one ends and the next begins.
#include "core/mapping/grids/layer_fills.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace topomorph::mapping {

FillOrder fill_order(std::uint8_t slowest, bool is_turned) {
  FillOrder order{slowest};
  std::size_t next = 1;
  for (std::uint8_t a = 0; a < kMostAxes; ++a) {
    if (a != slowest) order[next++] = a;
  }
  if (is_turned) std::reverse(order.begin() + 1, order.end());
  return order;
}

std::vector<Point> cells_in(const Point& box, const FillOrder& order) {
  std::vector<Point> cells;
  Point at{};
  for (std::size_t i = points_in(box); i > 0; --i) {
    cells.push_back(at);
    for (std::size_t a = kMostAxes; a-- > 0 && ++at[order[a]] == box[order[a]];) at[order[a]] = 0;
  }
  return cells;
}

namespace {

constexpr std::size_t kOutside = ~std::size_t{0};

/// How the cells of a box are numbered. Layers do not go round.
struct Numbers {
  Point box;
  std::array<std::ptrdiff_t, kMostAxes> stride{};
  std::array<bool, kMostAxes> is_ring{};

  Numbers(const Lattice& lattice, const Point& extents, const FillOrder& order) : box(extents) {
    std::ptrdiff_t cells = 1;
    for (std::size_t i = kMostAxes; i-- > 0; cells *= box[order[i]]) {
      stride[order[i]] = cells;
      is_ring[order[i]] = i > 0 && lattice.is_ring(order[i], box[order[i]]);
    }
  }

  /// Returns how far the number changes if a coordinate changes by less than the box is long; nothing if the box ends.
  std::optional<std::ptrdiff_t> change(std::size_t axis, std::int32_t from, std::int32_t by) const {
    std::int32_t to = from + by;
    if (to < 0 && is_ring[axis]) to += box[axis];
    if (to >= box[axis] && is_ring[axis]) to -= box[axis];
    if (to < 0 || to >= box[axis]) return std::nullopt;
    return (to - from) * stride[axis];
  }
};

/// Returns the number of the cell a step further; kOutside if it is not in the box.
template <class Shift>
std::size_t shifted(const Numbers& numbers, std::size_t cell, const Point& at, const Shift& shift) {
  for (std::size_t i = 0; i < shift.axes; ++i) {
    const auto change = numbers.change(shift.axis[i], at[shift.axis[i]], shift.by[i]);
    if (!change) return kOutside;
    cell += static_cast<std::size_t>(*change);
  }
  return cell;
}

}  // namespace

LayerFills::LayerFills(const Lattice& lattice, std::span<const LatticeStep> steps) : lattice_(lattice) {
  for (const LatticeStep& step : steps) {
    Shift shift{step.weight};
    for (std::uint8_t a = 0; a < kMostAxes; ++a) {
      if (step.step[a] == 0) continue;
      shift.axis[shift.axes] = a;
      shift.by[shift.axes++] = step.step[a];
    }
    shifts_.push_back(shift);
  }
}

double LayerFills::kept(std::span<const std::size_t> before, const Point& box, const FillOrder& order) {
  Point layer = box;
  layer[order[0]] = 1;
  std::vector<double>& known = known_[{before.data(), layer, order}];
  const auto layers = static_cast<std::size_t>(box[order[0]]);
  if (known.size() <= layers) known = of_layers(before, box, order);
  return known[layers];
}

std::vector<double> LayerFills::of_layers(std::span<const std::size_t> before, Point box, const FillOrder& order) {
  std::int32_t& layers = box[order[0]];
  const std::size_t layer = points_in(box) / static_cast<std::size_t>(layers);
  const auto room = static_cast<std::int32_t>((before.back() - before.front()) / layer);
  layers = std::min({2 * layers, lattice_.extents[order[0]], room});
  const std::vector<Point> cells = cells_in(box, order);
  const Numbers numbers(lattice_, box, order);
  std::vector<std::size_t> node_of;
  for (std::size_t node = 0; node_of.size() < cells.size(); ++node) {
    node_of.resize(std::min(cells.size(), before[node + 1] - before.front()), node);
  }
  std::vector<double> kept(static_cast<std::size_t>(layers) + 1, 0);
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    for (const Shift& shift : shifts_) {
      const std::size_t other = shifted(numbers, cell, cells[cell], shift);
      if (other == kOutside || node_of[cell] != node_of[other]) continue;
      kept[std::max(cell, other) / layer + 1] += shift.weight;
    }
  }
  std::partial_sum(kept.begin(), kept.end(), kept.begin());
  work_ += cells.size() * (shifts_.size() + 1);
  return kept;
}

}  // namespace topomorph::mapping
