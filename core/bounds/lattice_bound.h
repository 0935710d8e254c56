// What at least crosses between parts of a lattice of roles, as process grids with stencils are.
#pragma once

#include <vector>

#include "core/mapping/grids/lattice.h"

namespace topomorph::bounds {

/// A bound by projections [Loomis 1949]. A part of V cells meets P lines of cells along a direction, and
/// keeps V - P edges along it at most: one less than it has cells on each line, and of a ring as many as cells. Parts
/// cannot be narrow along all directions: of k independent ones, the product of their P is at least V^(k-1). (In Z^k
/// this is the theorem. Other cells are in several cosets of the lattice that the directions span; there P and V add
/// up, and the inequality still holds by that of Hoelder.)
/// On R of P rings of n cells it can have all, which takes n x R + P - R of its cells at least, so it keeps at most
/// V - (n x P - V) / (n - 1). The sum over all parts is what is not cut. The least sum of weight x P under these
/// conditions grows no faster than V, so parts that all have the largest size cut least.
class LatticeBound {
 public:
  LatticeBound(const mapping::Graph& graph, const mapping::Lattice& lattice);

  /// Returns a weight that edges between parts of at most so many cells have at least.
  double crossing(double cells_of_part) const;

  /// The edges along a step that count: each weighs `weight` at least.
  struct Direction {
    mapping::Point step{};
    double weight = 0;
    double edges = 0;
    double longest = 0;  ///< cells on a line at most
    bool is_ring = false;

    /// Returns the weight that a part loses with each line that it meets.
    double weight_of_line() const { return is_ring ? weight * longest / (longest - 1) : weight; }
  };

 private:
  double least_in(const std::vector<Direction>& group, double volume) const;

  double cells_;
  std::vector<std::vector<Direction>> groups_;  // of independent directions
};

}  // namespace topomorph::bounds
