// Cartesian process grids and stencils: the pattern of an application that describes it by its grid, and its notation.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/model/affinity.h"

namespace topomorph::inline model {

/// A process grid as MPI_Cart_create makes it: ranks are row-major, the last dimension is the fastest.
struct Grid {
  std::vector<std::int64_t> dims;
  std::vector<bool> periodic;  ///< as long as dims

  std::int64_t cells() const;
};

/// Position of a neighbour relative to a cell, one number per dimension.
using Offset = std::vector<std::int64_t>;
/// Every cell sends one message to each of these neighbours that exists.
using Stencil = std::vector<Offset>;

/// Above any grid's dimensions. A stencil's size is the square of their number.
inline constexpr std::size_t kMaxDimensions = 1000;

// The three stencils of [Hunold 2020]. All throw InputError for more than kMaxDimensions.
/// One step in both directions of every dimension.
Stencil nearest_neighbour(std::size_t dimensions);
/// The nearest neighbours, and hops of these lengths in both directions of the first dimension.
Stencil nearest_neighbour_with_hops(std::size_t dimensions, std::span<const std::int64_t> lengths);
/// One step in both directions of every dimension but the last.
Stencil component_stencil(std::size_t dimensions);

/// A grid with its stencil. The constructor turns the wrapping of periodic dimensions into additional offsets
/// ("steps"), so that the algorithms need no notion of periodicity: two cells of any box inside the grid communicate if
/// and only if their difference is a step.
class CartesianPattern {
 public:
  /// Throws InputError for a grid without dimensions, with a dimension below 1 or with more than kMaxRoles cells, and
  /// for offsets of another number of dimensions.
  CartesianPattern(Grid grid, Stencil stencil);

  const Grid& grid() const { return grid_; }
  const Stencil& stencil() const { return stencil_; }
  std::span<const Offset> steps() const { return steps_; }
  std::size_t dimensions() const { return grid_.dims.size(); }
  const std::vector<std::int64_t>& dims() const { return grid_.dims; }
  std::int64_t cells() const { return cells_; }

  /// Returns the pattern inside a box of the grid with permuted dimensions: dimension d of the result is dimension
  /// `from[d]` here.
  CartesianPattern box(std::span<const std::int64_t> extents, std::span<const std::size_t> from) const;

  /// Calls visit(source, destination) for each message of one exchange; twice for a neighbour on both sides (a periodic
  /// dimension of 2).
  template <typename Visit>
  void for_each_edge(Visit visit) const;

 private:
  CartesianPattern() = default;

  Grid grid_;
  Stencil stencil_;
  std::vector<Offset> steps_;
  std::int64_t cells_ = 0;
};

/// Returns one byte and one message for every edge.
Affinity to_affinity(const CartesianPattern& pattern);

/// Returns the coordinates of a cell, row-major.
std::vector<std::int64_t> coordinates(std::span<const std::int64_t> dims, std::int64_t cell);

/// Returns, for every dimension d, the difference between the numbers of two cells that are neighbours in d.
std::vector<std::int64_t> strides(std::span<const std::int64_t> dims);

/// Moves to the next position of [low, high) in row-major order; returns false after the last one.
bool next_position(std::span<std::int64_t> position, std::span<const std::int64_t> low,
                   std::span<const std::int64_t> high);

template <typename Visit>
void CartesianPattern::for_each_edge(Visit visit) const {
  const std::vector<std::int64_t> stride = strides(dims());
  const std::size_t last = dimensions() - 1;
  for (const Offset& step : steps_) {
    std::vector<std::int64_t> low(dimensions()), high(dims());
    std::int64_t delta = 0;
    bool empty = false;
    for (std::size_t d = 0; d <= last; ++d) {
      low[d] = step[d] < 0 ? -step[d] : 0;
      high[d] -= step[d] > 0 ? step[d] : 0;
      delta += step[d] * stride[d];
      empty = empty || low[d] >= high[d];
    }
    if (empty) continue;
    std::vector<std::int64_t> row(low);  // all dimensions but the last, whose cells are consecutive
    do {
      std::int64_t source = low[last];
      for (std::size_t d = 0; d < last; ++d) source += row[d] * stride[d];
      const std::int64_t end = source + high[last] - low[last];
      for (; source < end; ++source) visit(static_cast<Role>(source), static_cast<Role>(source + delta));
    } while (next_position(std::span(row).first(last), std::span(low).first(last), std::span(high).first(last)));
  }
}

/// The hops of the stencil `hops` beside the nearest neighbours [Hunold 2020].
inline constexpr std::int64_t kHopLengths[] = {2, 3};

/// Returns whether the text names a grid (begins with "cart:") and not a file.
bool is_cart_spec(const std::string& spec);

/// Returns the pattern of a specification such as cart:50x48, cart:10x15x16:hops or cart:8x8:periodic. `periodic`
/// closes every dimension. Throws InputError.
CartesianPattern parse_cart_spec(const std::string& spec);

/// Returns the same pattern as an affinity: one byte and one message for each directed edge. Throws InputError.
Affinity parse_cart_affinity(const std::string& spec);

/// Returns the pattern if the argument names a grid; MapOptions::grid takes it with the affinity of that name.
std::optional<CartesianPattern> pattern_of_affinity(const std::string& affinity_argument);

}  // namespace topomorph::inline model
