// Cost of filling boxes layer by layer.
#include "core/mapping/cartesian/fill_cost.h"

#include <algorithm>
#include <functional>
#include <numeric>

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

}  // namespace topomorph::mapping
