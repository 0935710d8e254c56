// Cost of filling boxes layer by layer.
#include "core/mapping/grids/guillotine.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "core/mapping/grids/cell_order.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

std::int64_t FillCost::of(std::span<const std::int64_t> extents, std::span<const std::size_t> slow_to_fast,
                          std::size_t first) {
  std::vector<std::int64_t> section;
  for (const std::size_t d : slow_to_fast.subspan(1)) section.push_back(extents[d]);
  Key key{std::vector(slow_to_fast.begin(), slow_to_fast.end()), section, first};
  std::vector<std::int64_t>& known = known_[std::move(key)];
  const auto layers = static_cast<std::size_t>(extents[slow_to_fast[0]]);
  if (known.size() <= layers) known = of_layers(section, slow_to_fast, first, extents[slow_to_fast[0]]);
  return known[layers];
}

std::vector<std::int64_t> FillCost::of_layers(std::span<const std::int64_t> section,
                                              std::span<const std::size_t> slow_to_fast, std::size_t first,
                                              std::int64_t layers) {
  const std::int64_t layer = std::accumulate(section.begin(), section.end(), std::int64_t{1}, std::multiplies<>());
  layers = std::min({2 * layers, pattern_.dims()[slow_to_fast[0]], hosts_.cells(first, hosts_.hosts()) / layer});
  std::vector<std::uint32_t> host(static_cast<std::size_t>(layers * layer));
  std::size_t current = first;
  std::int64_t left = hosts_.capacity(first);
  for (std::uint32_t& h : host) {
    if (left == 0) left = hosts_.capacity(++current);
    h = static_cast<std::uint32_t>(current);
    --left;
  }

  std::vector<std::int64_t> extents = {layers};
  extents.insert(extents.end(), section.begin(), section.end());
  std::vector<std::int64_t> cost(static_cast<std::size_t>(layers) + 1, 0);
  pattern_.box(extents, slow_to_fast).for_each_edge([&](Role source, Role destination) {
    const Role later = std::max(source, destination);
    if (host[source] != host[destination]) ++cost[later / static_cast<std::uint64_t>(layer) + 1];
  });
  std::partial_sum(cost.begin(), cost.end(), cost.begin());
  work_ += host.size() * (pattern_.steps().size() + 1);
  return cost;
}

namespace {

using Extents = std::vector<std::int64_t>;

constexpr std::int64_t kInfinity = std::numeric_limits<std::int64_t>::max() / 4;

/// Returns the edges between the two sides of a cut at `length` across dimension d of a box.
std::int64_t cut_cost(const CartesianPattern& pattern, const Extents& box, std::size_t d, std::int64_t length) {
  std::int64_t sum = 0;
  for (const Offset& step : pattern.steps()) {
    const std::int64_t reach = std::abs(step[d]);
    // sources (or, for steps back, destinations) on one side with a partner on the other
    std::int64_t edges = std::min(length, box[d] - reach) - std::max(std::int64_t{0}, length - reach);
    for (std::size_t other = 0; other < box.size() && edges > 0; ++other) {
      if (other != d) edges *= std::max(std::int64_t{0}, box[other] - std::abs(step[other]));
    }
    sum += std::max(std::int64_t{0}, edges);
  }
  return sum;
}

class Guillotine {
 public:
  Guillotine(const CartesianPattern& pattern, Capacities capacities)
      : pattern_(pattern), hosts_(capacities), fill_(pattern, hosts_), stride_(box_strides(pattern.dims())) {
    const auto largest = static_cast<double>(*std::max_element(capacities.begin(), capacities.end()));
    const auto side =
        static_cast<std::int64_t>(std::ceil(std::pow(largest, 1 / static_cast<double>(pattern.dimensions()))));
    widest_ = (capacities.size() > kCartesian.many_hosts ? 2 : 4) * side + 1;
  }

  std::optional<CellOrder> run() {
    Extents extents = pattern_.dims();
    solve(extents, 0);
    if (work() > kCartesian.most_work) return std::nullopt;
    append(whole(pattern_.grid()), 0);
    return std::move(order_);
  }

 private:
  /// What to do with a box: cut it, or fill it.
  struct Plan {
    std::int64_t cost = kInfinity;
    std::uint32_t dimension = 0;  // across which to cut, or whose layers to fill
    bool turned = false;          // fills with the other dimensions in reverse order
    std::int64_t length = 0;      // of the first side; 0: fill
  };

  static Extents box_strides(const Extents& dims) {
    Extents sizes;
    for (const std::int64_t extent : dims) sizes.push_back(extent + 1);
    return strides(sizes);
  }

  std::uint64_t work() const { return work_ + fill_.work(); }

  std::uint64_t key(const Extents& box, std::size_t first, std::size_t last) const {
    const std::int64_t number = std::inner_product(box.begin(), box.end(), stride_.begin(), std::int64_t{0});
    return static_cast<std::uint64_t>(number) * hosts_.hosts() + hosts_.representative(first, last);
  }

  static std::int64_t cells(const Extents& box) {
    return std::accumulate(box.begin(), box.end(), std::int64_t{1}, std::multiplies<>());
  }

  /// Returns the cost of the best plan for a box whose cells are exactly those of the hosts from `first` on. Restores
  /// `box`.
  std::int64_t solve(Extents& box, std::size_t first) {
    const std::size_t last = *hosts_.end(first, cells(box));
    if (last - first == 1) return 0;
    const std::uint64_t state = key(box, first, last);
    if (const auto known = plans_.find(state); known != plans_.end()) return known->second.cost;
    Plan plan;
    const std::size_t start = hosts_.representative(first, last);
    for (std::size_t d = 0; d < box.size(); ++d) {
      if (is_narrow(box, d)) try_fills(box, d, start, plan);  // wide layers have a better tiling than a fill
    }
    for (std::size_t d = 0; d < box.size(); ++d) try_cuts(box, d, first, last, plan);
    const auto longest = static_cast<std::size_t>(std::max_element(box.begin(), box.end()) - box.begin());
    const bool spare_time = last - first <= kCartesian.many_hosts && fill_.work() < kCartesian.most_wide_fills;
    if (plan.cost == kInfinity || spare_time) try_fills(box, longest, start, plan);
    plans_[state] = plan;
    return plan.cost;
  }

  bool is_narrow(const Extents& box, std::size_t along) const {
    for (std::size_t d = 0; d < box.size(); ++d) {
      if (d != along && box[d] > widest_) return false;
    }
    return true;
  }

  void try_fills(const Extents& box, std::size_t slow, std::size_t start, Plan& plan) {
    for (const bool turned : {false, true}) {
      if (work() > kCartesian.most_work || (turned && box.size() < 3)) continue;
      const std::int64_t cost = fill_.of(box, fill_dimensions(slow, turned), start);
      if (cost < plan.cost) plan = {cost, static_cast<std::uint32_t>(slow), turned, 0};
    }
  }

  std::vector<std::size_t> fill_dimensions(std::size_t slow, bool turned) const {
    std::vector<std::size_t> order = {slow};
    for (std::size_t d = 0; d < pattern_.dimensions(); ++d) {
      if (d != slow) order.push_back(d);
    }
    if (turned) std::reverse(order.begin() + 1, order.end());
    return order;
  }

  /// Tries cuts from the middle outwards, so that the recursion stays shallow and good bounds come first.
  void try_cuts(Extents& box, std::size_t d, std::size_t first, std::size_t last, Plan& plan) {
    const std::int64_t extent = box[d], layer = cells(box) / extent;
    int left = last - first > kCartesian.many_hosts ? kCartesian.cuts_of_many_hosts : std::numeric_limits<int>::max();
    for (std::int64_t below = extent / 2, above = extent - below; below > 0 && left > 0; --below, ++above) {
      left -= try_cut(box, d, first, last, layer, below, plan);
      if (above != below) left -= try_cut(box, d, first, last, layer, above, plan);
    }
  }

  /// Tries one cut. Returns whether both sides hold whole hosts.
  bool try_cut(Extents& box, std::size_t d, std::size_t first, std::size_t last, std::int64_t layer,
               std::int64_t length, Plan& plan) {
    if (++work_, work() > kCartesian.most_work) return false;
    const auto middle = hosts_.end(first, length * layer);
    if (!middle || *middle >= last) return false;
    std::int64_t cost = cut_cost(pattern_, box, d, length);
    if (cost >= plan.cost) return true;
    const std::int64_t extent = box[d];
    box[d] = length;
    cost += solve(box, first);
    box[d] = extent - length;
    if (cost < plan.cost) cost += solve(box, *middle);
    box[d] = extent;
    if (cost < plan.cost) plan = {cost, static_cast<std::uint32_t>(d), false, length};
    return true;
  }

  /// Carries out the plans: appends the cells of the box.
  void append(Box box, std::size_t first) {
    const std::size_t last = *hosts_.end(first, box.cells());
    const auto found = plans_.find(key(box.extent, first, last));
    const Plan plan = found == plans_.end() ? Plan() : found->second;
    if (plan.length == 0) return append_box(pattern_.grid(), box, fill_dimensions(plan.dimension, plan.turned), order_);
    Box rest = box.split_off(plan.dimension, plan.length);
    const std::size_t middle = *hosts_.end(first, box.cells());
    append(std::move(box), first);
    append(std::move(rest), middle);
  }

  const CartesianPattern& pattern_;
  HostRanges hosts_;
  FillCost fill_;
  Extents stride_;
  std::int64_t widest_ = 0;  // largest extent of a layer that is worth filling
  std::unordered_map<std::uint64_t, Plan> plans_;
  std::uint64_t work_ = 0;
  CellOrder order_;
};

}  // namespace

std::optional<CellOrder> guillotine_order(const CartesianPattern& pattern, Capacities capacities) {
  return Guillotine(pattern, capacities).run();
}

}  // namespace topomorph::mapping
