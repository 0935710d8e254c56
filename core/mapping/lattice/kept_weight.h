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

  /// Returns the most that boxes of this volume keep together: those with real extents in proportion to the weights
  /// that cross the axes, which need not fit in the lattice.
  double most(double volume, double boxes) const {
    std::array<double, kMostAxes> side{};
    double product = 1;
    for (std::size_t a = 0; a < lattice_.axes; ++a) product *= std::max(crossing_[a], kLeast);
    const double scale = std::pow(volume / product, 1 / static_cast<double>(lattice_.axes));
    for (std::size_t a = 0; a < lattice_.axes; ++a) side[a] = std::max(crossing_[a], kLeast) * scale;
    double sum = 0;
    for (const LatticeStep& step : steps_) {
      double kept = step.weight * boxes;
      for (std::size_t a = 0; a < lattice_.axes; ++a) kept *= std::max(side[a] - std::abs(step.step[a]), 0.0);
      sum += kept;
    }
    return sum;
  }

 private:
  static constexpr double kLeast = 1e-9;

  const Lattice& lattice_;
  std::span<const LatticeStep> steps_;
  std::array<double, kMostAxes> crossing_{};  // by axis: weight of the edges of a cell that cross a plane beside it
};

}  // namespace topomorph::mapping
