// What sets of cells of a lattice keep inside: the weight of the edges in a box, and the most that any set can keep.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>

#include "core/mapping/grids/lattice.h"

namespace topomorph::mapping {

/// The cost of a tiling is the weight of all edges less what its boxes keep, on each level: it is a sum over boxes.
class KeptWeight {
 public:
  KeptWeight(const Lattice& lattice, std::span<const LatticeStep> steps) : lattice_(lattice), steps_(steps) {
    for (const LatticeStep& step : steps) {
      for (std::size_t a = 0; a < kMostAxes; ++a) crossing_[a] += step.weight * std::abs(step.step[a]);
    }
  }

  const Lattice& lattice() const { return lattice_; }
  std::span<const LatticeStep> steps() const { return steps_; }

  /// Returns the weight of the edges inside a box.
  double in_box(const Point& box) const {
    double sum = 0;
    for (const LatticeStep& step : steps_) {
      double kept = step.weight;
      for (std::size_t a = 0; a < lattice_.axes; ++a) {
        kept *= lattice_.is_ring(a, box[a]) ? box[a] : std::max(box[a] - std::abs(step.step[a]), 0);
      }
      sum += kept;
    }
    return sum;
  }

  using Sides = std::array<double, kMostAxes>;
  using Rings = std::array<bool, kMostAxes>;  ///< axes that a box goes all around

  /// Returns the most that so many boxes of this volume keep together inside a box with these extents.
  double most_in(const Point& around, double volume, double boxes) const {
    return boxes * in_real_box(sides({}, around, volume), {});
  }

  /// Returns the real sides of the box that keeps most: in proportion to the weights that cross the axes, as far as
  /// there is room.
  Sides sides(const Rings& rings, const Point& around, double volume) const {
    Sides side{};
    Rings is_full = rings;
    for (bool fits = false; !fits;) {
      double product = 1, left = volume;
      int free = 0;
      for (std::size_t a = 0; a < lattice_.axes; ++a) {
        if (is_full[a]) side[a] = around[a], left /= around[a];
        if (!is_full[a]) product *= std::max(crossing_[a], kLeast), ++free;
      }
      const double scale = free > 0 ? std::pow(left / product, 1.0 / free) : 0;
      fits = true;
      for (std::size_t a = 0; a < lattice_.axes; ++a) {
        if (is_full[a]) continue;
        side[a] = std::max(crossing_[a], kLeast) * scale;
        if (side[a] > around[a]) is_full[a] = true, fits = false;
      }
    }
    return side;
  }

  /// Returns the weight of the edges of a cell that cross a plane beside it, across the axis.
  double crossing(std::size_t axis) const { return crossing_[axis]; }

  /// Returns what in_box() does, for real sides.
  double in_real_box(const Sides& side, const Rings& is_ring) const {
    double sum = 0;
    for (const LatticeStep& step : steps_) {
      double kept = step.weight;
      for (std::size_t a = 0; a < lattice_.axes; ++a) {
        kept *= is_ring[a] ? side[a] : std::max(side[a] - std::abs(step.step[a]), 0.0);
      }
      sum += kept;
    }
    return sum;
  }

 private:
  static constexpr double kLeast = 1e-9;

  const Lattice& lattice_;
  std::span<const LatticeStep> steps_;
  Sides crossing_{};  // by axis
};

/// Returns the weight of the edges inside the most compact set of so many cells. Few cells are a box with whole extents
/// and a part of one more layer, the best of all such shapes; many cells are a box with real extents, which keeps
/// slightly more. Either may be a ring around any of the periodic axes.
double most_kept(const KeptWeight& kept, double volume);

}  // namespace topomorph::mapping
