// Ranks as the cells of a grid, the ways to write a number of ranks as the extents of one, and which of them are
// likely.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/extrapolation/pair_table.h"
#include "core/model/affinity.h"

namespace topomorph::extrapolation {

using Extents = std::vector<std::int64_t>;

/// How the cells of a grid are numbered.
enum class Numbering {
  RowMajor,    ///< the last axis is the fastest, as in MPI_Cart_create
  Interleaved  ///< by turns a bit of each axis, the last axis first (Morton order); extents are powers of two
};

/// Returns whether a grid with these extents can be numbered so.
bool can_be_numbered(const Extents& extents, Numbering numbering);

/// Sets the coordinates of one rank, one for each axis, without a grid of all.
void set_coordinates(std::span<std::int64_t> at, Role rank, const Extents& extents, Numbering numbering);

/// A grid of all ranks of a job. Holds the coordinates of each rank.
class RankGrid {
 public:
  /// Every extent is at least 1, and a power of two if the numbering is interleaved.
  explicit RankGrid(Extents extents, Numbering numbering = Numbering::RowMajor);

  std::size_t axes() const { return extents_.size(); }
  const Extents& extents() const { return extents_; }
  Numbering numbering() const { return numbering_; }
  std::uint64_t ranks() const { return ranks_; }
  /// Returns the coordinates of a rank, one for each axis.
  std::span<const std::int32_t> at(Role rank) const { return std::span(coordinates_).subspan(rank * axes(), axes()); }
  /// Returns what a coordinate adds to the number of a rank. The sum over all axes is the rank.
  Role share_of(std::size_t axis, std::int64_t coordinate) const {
    return shares_[axis][static_cast<std::size_t>(coordinate)];
  }
  /// Returns "8x8", or "4x4x4 in Morton order".
  std::string text() const;

 private:
  Extents extents_;
  Numbering numbering_;
  std::uint64_t ranks_ = 1;
  std::vector<std::vector<Role>> shares_;
  std::vector<std::int32_t> coordinates_;  // by rank, axis by axis
};

/// Returns all products of exactly `factors` ordered factors of at least `least` that make `product`.
std::vector<Extents> factorisations(std::uint64_t product, std::size_t factors, std::int64_t least = 2);

/// Returns all grids of two to `most_axes` axes with at least two ranks along each. Those come first on which the steps
/// between the ranks of pairs go along few axes and not far, weighted with the bytes: a grid on which a stencil is wide
/// is probably none of its program. Looks at a few hundred pairs, the same ones in each run. With numbering by turns of
/// bits, the number of ranks is a power of two.
std::vector<Extents> likely_grids(const PairTable& table, std::size_t most_axes, Numbering numbering);

}  // namespace topomorph::extrapolation
