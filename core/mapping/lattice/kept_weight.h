// What a box of a lattice keeps inside: the weight of the edges between its cells, and the most that any box can keep.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>

#include "core/mapping/lattice/lattice.h"

namespace topomorph::mapping {

/// The cost of a tiling is the weight of all edges less what its boxes keep, on each level: it is a sum over boxes.
class KeptWeight {
 public:
  KeptWeight(const Lattice& lattice, std::span<const LatticeStep> steps) : lattice_(lattice), steps_(steps) {
    for (const LatticeStep& step : steps) {
      for (std::size_t a = 0; a < kMostAxes; ++a) crossing_[a] += step.weight * std::abs(step.step[a]);
    }
  }

  /// Returns the weight of the edges inside a box.
  double in_box(const Point& box) const {
    double sum = 0;
    for (const LatticeStep& step : steps_) {
      double kept = step.weight;
      for (std::size_t a = 0; a < lattice_.axes; ++a) {
        const bool is_ring = lattice_.periodic[a] && lattice_.extents[a] > 2 && box[a] == lattice_.extents[a];
        kept *= is_ring ? box[a] : std::max(box[a] - std::abs(step.step[a]), 0);
      }
      sum += kept;
    }
    return sum;
  }

  /// Returns the most that so many boxes of this volume keep together inside a box with these extents: boxes with real
  /// extents in proportion to the weights that cross the axes, as far as there is room.
  double most_in(const Point& around, double volume, double boxes) const {
    return most_with({}, around, volume, boxes);
  }

  /// Returns the most that so many boxes of this volume keep in the whole lattice. They may be rings around any of the
  /// periodic axes, which keep all edges along these.
  double most(double volume, double boxes) const {
    double best = 0;
    for (unsigned rings = 0; rings < 1U << lattice_.axes; ++rings) {
      double left = volume;
      bool fits = true;
      std::array<bool, kMostAxes> is_ring{};
      for (std::size_t a = 0; a < lattice_.axes; ++a) {
        is_ring[a] = (rings >> a & 1U) != 0;
        if (is_ring[a]) left /= lattice_.extents[a];
        fits &= !is_ring[a] || lattice_.periodic[a];
      }
      if (fits && left >= 1) best = std::max(best, most_with(is_ring, lattice_.extents, volume, boxes));
    }
    return best;
  }

 private:
  static constexpr double kLeast = 1e-9;

  /// Does the same for boxes that are rings around some axes.
  double most_with(const std::array<bool, kMostAxes>& is_ring, const Point& around, double volume, double boxes) const {
    std::array<double, kMostAxes> side{};
    std::array<bool, kMostAxes> is_full = is_ring;
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
    return boxes * in_real_box(side, is_ring);
  }

  double in_real_box(const std::array<double, kMostAxes>& side, const std::array<bool, kMostAxes>& is_ring) const {
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

  const Lattice& lattice_;
  std::span<const LatticeStep> steps_;
  std::array<double, kMostAxes> crossing_{};  // by axis: weight of the edges of a cell that cross a plane beside it
};

}  // namespace topomorph::mapping
