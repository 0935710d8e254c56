// Boxes of a lattice that nodes fill layer after layer, with a step where one ends and the next begins.
#include "core/mapping/grids/layer_fills.h"

#include <algorithm>
#include <numeric>

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
  std::vector<std::size_t> node_of;
  for (std::size_t node = 0; node_of.size() < cells.size(); ++node) {
    node_of.resize(std::min(cells.size(), before[node + 1] - before.front()), node);
  }
  std::vector<double> kept(static_cast<std::size_t>(layers) + 1, 0);
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    for (const LatticeStep& step : steps_) {
      const std::size_t other = number_of(cells[cell], step.step, box, order);
      if (other == kOutside || node_of[cell] != node_of[other]) continue;
      kept[std::max(cell, other) / layer + 1] += step.weight;
    }
  }
  std::partial_sum(kept.begin(), kept.end(), kept.begin());
  work_ += cells.size() * (steps_.size() + 1);
  return kept;
}

std::size_t LayerFills::number_of(const Point& from, const Point& step, const Point& box,
                                  const FillOrder& order) const {
  std::size_t number = 0;
  for (const std::uint8_t a : order) {
    std::int32_t to = from[a] + step[a];
    if (a != order[0] && lattice_.is_ring(a, box[a])) to = (to + box[a]) % box[a];
    if (to < 0 || to >= box[a]) return kOutside;
    number = number * static_cast<std::size_t>(box[a]) + static_cast<std::size_t>(to);
  }
  return number;
}

}  // namespace topomorph::mapping
