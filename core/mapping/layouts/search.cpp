// Search over permutations of the levels that branch; other levels change no order.
#include "core/mapping/layouts/search.h"

#include <algorithm>
#include <unordered_set>

#include "core/mapping/layouts/topology_units.h"

namespace topomorph::mapping {

namespace {

/// Returns a number that is equal for equal mappings; for different ones it is equal with a probability of 2^-64.
std::uint64_t fingerprint(const Mapping& mapping) {
  std::uint64_t hash = mapping.size();
  for (const Slot slot : mapping) {
    hash = (hash ^ slot) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 29;
  }
  return hash;
}

/// Returns the levels that branch, from the inside out, so that the first permutation is the order of the slots.
ProcessLayout branching_levels(const PlaceGrid& grid) {
  ProcessLayout levels;
  std::copy_if(kAllLayoutLevels.rbegin(), kAllLayoutLevels.rend(), std::back_inserter(levels),
               [&](LayoutLevel level) { return grid.width(level) > 1; });
  if (levels.empty()) levels.push_back(LayoutLevel::Core);
  return levels;
}

Mapping mapping_of(const PlaceGrid& grid, const ProcessLayout& layout, std::uint64_t roles) {
  const std::vector<std::uint32_t> order = grid.order(layout);
  Mapping mapping(roles);
  for (std::uint64_t role = 0; role < roles; ++role) mapping[role] = grid.units_of(order[role % order.size()]).front();
  return mapping;
}

}  // namespace

LayoutSearch search_layouts(const Topology& topology, std::uint64_t roles,
                            const std::function<double(const Mapping&)>& cost, const Deadline& deadline) {
  const auto units = layout_units(topology);
  const PlaceGrid all(units, kAllLayoutLevels);
  const ProcessLayout levels = branching_levels(all);
  const PlaceGrid grid(units, levels);
  std::vector<std::size_t> order(levels.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;

  LayoutSearch search;
  std::unordered_set<std::uint64_t> seen;
  do {
    ++search.layouts;
    ProcessLayout layout;
    for (const std::size_t i : order) layout.push_back(levels[i]);
    Mapping mapping = mapping_of(grid, layout, roles);
    if (!seen.insert(fingerprint(mapping)).second) continue;
    const double its_cost = cost(mapping);
    if (search.orders++ > 0 && !(its_cost < search.cost)) continue;
    search.best = layout;
    search.mapping = std::move(mapping);
    search.cost = its_cost;
  } while (!deadline.passed() && std::next_permutation(order.begin(), order.end()));
  return search;
}

}  // namespace topomorph::mapping
