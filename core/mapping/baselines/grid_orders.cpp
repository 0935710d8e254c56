// The algorithms of [Hunold 2020] for process grids: hyperplane, k-d tree, and stencil strips.
#include "core/mapping/baselines/grid_orders.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/successive.h"

namespace topomorph::mapping {

// ---------------------------------------------------------------------------------------------------------- hyperplane

namespace {

/// Returns for each dimension the sum of cos^2 of its angle with every offset: the amount of communication along it.
std::vector<double> alignments(const CartesianPattern& pattern) {
  std::vector<double> sums(pattern.dimensions(), 0.0);
  for (const Offset& offset : pattern.stencil()) {
    const auto length =
        static_cast<double>(std::inner_product(offset.begin(), offset.end(), offset.begin(), std::int64_t{0}));
    for (std::size_t d = 0; d < offset.size() && length > 0; ++d) {
      sums[d] += static_cast<double>(offset[d] * offset[d]) / length;
    }
  }
  return sums;
}

class Hyperplane {
 public:
  Hyperplane(const CartesianPattern& pattern, Capacities capacities)
      : pattern_(pattern), alignment_(alignments(pattern)), before_(1, 0) {
    for (const std::int64_t capacity : capacities) before_.push_back(before_.back() + capacity);
  }

  CellOrder run() {
    divide(whole(pattern_.grid()), 0, before_.size() - 1);
    return std::move(order_);
  }

 private:
  struct Cut {
    std::size_t d;
    std::int64_t length;
    std::size_t host;
  };

  void divide(Box box, std::size_t first, std::size_t last) {
    const std::vector<std::size_t> preferred = preference(box);
    const auto cut = last - first <= 2 ? std::nullopt : find_cut(box, preferred, first, last);
    // Two hosts, or hosts that no plane separates: they take runs across the preferred dimension, with a step where one
    // ends and the next begins.
    if (!cut) return append_box(pattern_.grid(), box, preferred, order_);
    Box rest = box.split_off(cut->d, cut->length);
    divide(std::move(box), first, cut->host);
    divide(std::move(rest), cut->host, last);
  }

  /// Returns the dimensions that the stencil crosses least first, on a tie the longest.
  std::vector<std::size_t> preference(const Box& box) const {
    auto order = successive<std::size_t>(pattern_.dimensions());
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return alignment_[a] != alignment_[b] ? alignment_[a] < alignment_[b] : box.extent[a] > box.extent[b];
    });
    return order;
  }

  std::optional<Cut> find_cut(const Box& box, std::span<const std::size_t> preferred, std::size_t first,
                              std::size_t last) const {
    for (const std::size_t d : preferred) {
      const std::int64_t extent = box.extent[d], layer = box.cells() / extent;
      for (std::int64_t below = extent / 2, above = extent - below; below > 0; --below, ++above) {
        for (const std::int64_t length : {below, above}) {
          const auto host = end_of(first, length * layer);
          if (host && *host < last) return Cut{d, length, *host};
        }
      }
    }
    return std::nullopt;
  }

  /// Returns the end of the range of hosts from `first` on that holds exactly so many cells; nothing if there is none.
  std::optional<std::size_t> end_of(std::size_t first, std::int64_t cells) const {
    const auto found = std::lower_bound(before_.begin(), before_.end(), before_[first] + cells);
    if (found == before_.end() || *found != before_[first] + cells) return std::nullopt;
    return static_cast<std::size_t>(found - before_.begin());
  }

  const CartesianPattern& pattern_;
  std::vector<double> alignment_;
  std::vector<std::int64_t> before_;  // cells of the hosts before each, and of all
  CellOrder order_;
};

}  // namespace

CellOrder hyperplane_order(const CartesianPattern& pattern, Capacities capacities) {
  return Hyperplane(pattern, capacities).run();
}

// ------------------------------------------------------------------------------------------------------------ k-d tree

namespace {

class KdTree {
 public:
  explicit KdTree(const CartesianPattern& pattern)
      : stride_(strides(pattern.dims())), crossings_(crossings(pattern)), extent_(pattern.dims()) {
    order_.reserve(static_cast<std::size_t>(pattern.cells()));
  }

  CellOrder run() {
    halve(0);
    return std::move(order_);
  }

 private:
  /// Appends the box of size `extent_` whose first cell is `cell`. Restores `extent_`.
  void halve(std::int64_t cell) {
    const std::size_t d = longest();
    const std::int64_t extent = extent_[d], half = extent / 2;
    if (extent == 1) return order_.push_back(static_cast<Role>(cell));
    extent_[d] = half;
    halve(cell);
    extent_[d] = extent - half;
    halve(cell + half * stride_[d]);
    extent_[d] = extent;
  }

  /// Returns the dimension that is longest in relation to its crossings. One without crossings comes before all others.
  std::size_t longest() const {
    std::size_t best = 0;
    for (std::size_t d = 1; d < extent_.size(); ++d) {
      if (before(d, best)) best = d;
    }
    return best;
  }

  bool before(std::size_t a, std::size_t b) const {
    if (extent_[a] == 1 || extent_[b] == 1) return extent_[b] == 1 && extent_[a] > 1;
    return extent_[a] * crossings_[b] > extent_[b] * crossings_[a];
  }

  std::vector<std::int64_t> stride_, crossings_, extent_;
  CellOrder order_;
};

}  // namespace

CellOrder kdtree_order(const CartesianPattern& pattern, Capacities) { return KdTree(pattern).run(); }

// ------------------------------------------------------------------------------------------------------ stencil strips

namespace {

/// A walk in strips along one dimension; every other dimension d is cut into `strips[d]` parts of nearly equal size.
/// Successive strips are neighbours and are walked in opposite directions, so that a host at the end of one continues
/// in the next.
class StripWalk {
 public:
  StripWalk(const Grid& grid, std::size_t along, std::span<const std::int64_t> strips)
      : grid_(grid), along_(along), strips_(strips), backwards_(grid.dims.size(), false), box_(whole(grid)) {
    slow_to_fast_.push_back(along);
    for (std::size_t d = 0; d < grid.dims.size(); ++d) {
      if (d != along) slow_to_fast_.push_back(d);
    }
    order_.reserve(static_cast<std::size_t>(grid.cells()));
  }

  CellOrder run() {
    cut(1);
    return std::move(order_);
  }

 private:
  /// Cuts the dimension at this place of slow_to_fast_ into strips, alternately forwards and backwards.
  void cut(std::size_t place) {
    if (place == slow_to_fast_.size()) return walk_strip();
    const std::size_t d = slow_to_fast_[place];
    for (std::int64_t i = 0; i < strips_[d]; ++i) {
      const std::int64_t strip = backwards_[d] ? strips_[d] - 1 - i : i;
      box_.origin[d] = grid_.dims[d] * strip / strips_[d];
      box_.extent[d] = grid_.dims[d] * (strip + 1) / strips_[d] - box_.origin[d];
      cut(place + 1);
    }
    backwards_[d] = !backwards_[d];
  }

  void walk_strip() {
    const std::int64_t layers = grid_.dims[along_];
    for (std::int64_t i = 0; i < layers; ++i) {
      box_.origin[along_] = backwards_[along_] ? layers - 1 - i : i;
      box_.extent[along_] = 1;
      append_box(grid_, box_, slow_to_fast_, order_);
    }
    backwards_[along_] = !backwards_[along_];
  }

  const Grid& grid_;
  std::size_t along_;
  std::span<const std::int64_t> strips_;
  std::vector<std::size_t> slow_to_fast_;
  std::vector<bool> backwards_;  // by dimension: the direction of its next walk
  Box box_;
  CellOrder order_;
};

/// Returns the sides of the best block for a host: those of the stencil's bounding box, scaled to the host's cells. A
/// dimension without communication gets side 1: a cut there costs nothing.
std::vector<double> block_sides(const CartesianPattern& pattern, double cells) {
  std::vector<double> reach(pattern.dimensions(), 0.0);
  double volume = 1, communicating = 0;
  for (std::size_t d = 0; d < reach.size(); ++d) {
    std::int64_t low = 0, high = 0;
    for (const Offset& offset : pattern.stencil()) {
      low = std::min(low, offset[d]);
      high = std::max(high, offset[d]);
    }
    reach[d] = static_cast<double>(high - low);
    if (reach[d] > 0) volume *= reach[d], communicating += 1;
  }
  const double scale = communicating > 0 ? std::pow(cells / volume, 1 / communicating) : 1;
  for (double& side : reach) side = std::max(1.0, side * scale);
  return reach;
}

}  // namespace

CellOrder strips_order(const CartesianPattern& pattern, Capacities capacities) {
  const auto& dims = pattern.dims();
  const double mean = static_cast<double>(pattern.cells()) / static_cast<double>(capacities.size());
  const std::vector<double> sides = block_sides(pattern, mean);
  const auto along = static_cast<std::size_t>(std::max_element(dims.begin(), dims.end()) - dims.begin());
  std::vector<std::int64_t> strips(dims.size());
  // the small term: a root that comes out as 3.9999999 instead of 4 must not lose a cell
  for (std::size_t d = 0; d < dims.size(); ++d) {
    strips[d] = std::max(std::int64_t{1}, dims[d] / static_cast<std::int64_t>(sides[d] + 1e-9));
  }
  return StripWalk(pattern.grid(), along, strips).run();
}

}  // namespace topomorph::mapping
