// What sets of cells of a lattice keep inside: the weight of the edges in a box, and the most that any set can keep.
#include "core/mapping/grids/kept_weight.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

namespace {

using Sides = KeptWeight::Sides;
using Rings = KeptWeight::Rings;

class CompactShape {
 public:
  CompactShape(const KeptWeight& kept, double volume) : lattice_(kept.lattice()), kept_(kept), volume_(volume) {}

  double run() {
    const bool is_counted = volume_ <= kTiling.most_counted;
    double best = 0;
    for (unsigned set = 0; set < 1U << lattice_.axes; ++set) {
      const auto rings = rings_of(set);
      if (!rings) continue;
      const Sides sides = kept_.sides(*rings, lattice_.extents, volume_);
      if (is_counted) {
        add_layered(sides, *rings);
      } else {
        best = std::max(best, kept_.in_real_box(sides, *rings));
      }
    }
    return is_counted ? most_counted() : best;
  }

 private:
  /// A box with one real extent: layers across the axis `slow`, the last of which is not full.
  struct Layered {
    double most = 0;  ///< weight that it may keep, at most
    Point layer{};    ///< extents, 1 across the axis
    std::size_t slow = 0;
  };

  /// Returns nothing if a ring would be around an axis that is not periodic, or has too many cells.
  std::optional<Rings> rings_of(unsigned set) const {
    Rings rings{};
    double left = volume_;
    for (std::size_t a = 0; a < lattice_.axes; ++a) {
      rings[a] = (set >> a & 1U) != 0;
      if (!rings[a]) continue;
      if (!lattice_.periodic[a]) return std::nullopt;
      left /= lattice_.extents[a];
    }
    return left >= 1 ? std::optional(rings) : std::nullopt;
  }

  /// Adds the shapes with whole extents near these, and a real one along each axis in turn.
  void add_layered(const Sides& sides, const Rings& rings) {
    for (std::size_t slow = 0; slow < lattice_.axes; ++slow) {
      if (rings[slow] && lattice_.axes > 1) continue;
      Layered shape{0, {1, 1, 1, 1}, slow};
      choose_extent(0, sides, rings, shape);
    }
  }

  void choose_extent(std::size_t axis, const Sides& sides, const Rings& rings, Layered& shape) {
    if (axis == lattice_.axes) return add(shape, rings);
    if (axis == shape.slow) return choose_extent(axis + 1, sides, rings, shape);
    const auto most = lattice_.extents[axis];
    const auto first = rings[axis] ? most : std::max(static_cast<std::int32_t>(sides[axis] / kTiling.side) - 1, 1);
    const auto last = std::min(static_cast<std::int32_t>(sides[axis] * kTiling.side) + 1, most);
    for (shape.layer[axis] = first; shape.layer[axis] <= last; ++shape.layer[axis]) {
      choose_extent(axis + 1, sides, rings, shape);
    }
    shape.layer[axis] = 1;
  }

  void add(Layered shape, const Rings& rings) {
    const double layers = volume_ / static_cast<double>(points_in(shape.layer));
    if (layers < 1 || layers > lattice_.extents[shape.slow]) return;
    Sides sides{};
    for (std::size_t a = 0; a < lattice_.axes; ++a) sides[a] = a == shape.slow ? layers : shape.layer[a];
    shape.most = kept_.in_real_box(sides, rings);
    shapes_.push_back(shape);
  }

  double most_counted() {
    std::sort(shapes_.begin(), shapes_.end(), [](const Layered& a, const Layered& b) { return a.most > b.most; });
    double best = 0;
    for (const Layered& shape : shapes_) {
      if (shape.most <= best) break;
      best = std::max(best, count(shape));
    }
    return best;
  }

  /// Returns the weight inside: cells fill the layers one after the other, each by rows along the heaviest axis.
  double count(const Layered& shape) const {
    Point extents = shape.layer;
    const auto cells = static_cast<std::int32_t>(volume_);
    const auto layer = static_cast<std::int32_t>(points_in(shape.layer));
    extents[shape.slow] = (cells + layer - 1) / layer;
    const Point stride = strides(extents, shape.slow);
    Point at{};
    double sum = 0;
    for (std::int32_t cell = 0; cell < cells; ++cell) {
      for (std::size_t a = 0; a < kMostAxes; ++a) at[a] = cell / stride[a] % extents[a];
      for (const LatticeStep& step : kept_.steps()) {
        if (number_of(at, step.step, extents, stride) < cells) sum += step.weight;
      }
    }
    return sum;
  }

  Point strides(const Point& extents, std::size_t slow) const {
    std::array<std::size_t, kMostAxes> order{};
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      if ((a == slow) != (b == slow)) return b == slow;
      return kept_.crossing(a) > kept_.crossing(b);
    });
    Point stride{};
    std::int32_t cells = 1;
    for (const std::size_t axis : order) {
      stride[axis] = cells;
      cells *= extents[axis];
    }
    return stride;
  }

  /// Returns the number of the cell a step further; the largest number if it is outside the box.
  std::int32_t number_of(const Point& from, const Point& step, const Point& extents, const Point& stride) const {
    std::int32_t number = 0;
    for (std::size_t a = 0; a < lattice_.axes; ++a) {
      std::int32_t to = from[a] + step[a];
      if (lattice_.is_ring(a, extents[a])) to = (to + extents[a]) % extents[a];
      if (to < 0 || to >= extents[a]) return kOutside;
      number += to * stride[a];
    }
    return number;
  }

  static constexpr std::int32_t kOutside = std::numeric_limits<std::int32_t>::max();

  const Lattice& lattice_;
  const KeptWeight& kept_;
  double volume_;
  std::vector<Layered> shapes_;
};

}  // namespace

double most_kept(const KeptWeight& kept, double volume) { return CompactShape(kept, volume).run(); }

}  // namespace topomorph::mapping
