// The hyperplane algorithm of [Hunold 2020], for hosts that may be unequal.
#include <algorithm>
#include <numeric>

#include "core/base/successive.h"
#include "core/mapping/grids/cell_order.h"

namespace topomorph::mapping {

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
      : pattern_(pattern), hosts_(capacities), alignment_(alignments(pattern)) {}

  CellOrder run() {
    divide(whole(pattern_.grid()), 0, hosts_.hosts());
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
          const auto host = hosts_.end(first, length * layer);
          if (host && *host < last) return Cut{d, length, *host};
        }
      }
    }
    return std::nullopt;
  }

  const CartesianPattern& pattern_;
  HostRanges hosts_;
  std::vector<double> alignment_;
  CellOrder order_;
};

}  // namespace

CellOrder hyperplane_order(const CartesianPattern& pattern, Capacities capacities) {
  return Hyperplane(pattern, capacities).run();
}

}  // namespace topomorph::mapping
