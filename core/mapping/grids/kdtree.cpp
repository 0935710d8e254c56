// The k-d tree algorithm of [Hunold 2020].
#include "core/mapping/grids/cell_order.h"

namespace topomorph::mapping {

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

}  // namespace topomorph::mapping
