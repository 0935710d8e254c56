// Slots of a topology as units of process layouts, by the names of its levels, and the cheapest of all layouts.
#include "core/mapping/layouts/topology_layouts.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/evaluation/cost_model.h"
#include "core/mapping/layouts/rank_places.h"
#include "core/model/tree.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::mapping {
namespace {

constexpr std::array<LayoutLevel, 5> kUnnamed = {LayoutLevel::Socket, LayoutLevel::Numa, LayoutLevel::L3,
                                                 LayoutLevel::L2, LayoutLevel::L1};

std::optional<LayoutLevel> level_named(std::string_view name) {
  struct Name {
    std::string_view name;
    LayoutLevel level;
  };
  static constexpr Name kNames[] = {
      {"Package", LayoutLevel::Socket}, {"package", LayoutLevel::Socket}, {"socket", LayoutLevel::Socket},
      {"NUMANode", LayoutLevel::Numa},  {"L3Cache", LayoutLevel::L3},     {"L2Cache", LayoutLevel::L2},
      {"L1Cache", LayoutLevel::L1},     {"L1dCache", LayoutLevel::L1},    {"Core", LayoutLevel::Core},
      {"board", LayoutLevel::Board},    {"Group", LayoutLevel::Board}};
  const auto found = std::find_if(std::begin(kNames), std::end(kNames), [&](const Name& n) { return n.name == name; });
  return found == std::end(kNames) ? std::nullopt : std::optional(found->level);
}

/// Returns, for each level of layouts, the tree's level below the hosts that stands for it; 0: none.
std::array<std::size_t, kLayoutLevels> levels_inside(const TreeTopology& tree, std::size_t host_level) {
  std::array<std::size_t, kLayoutLevels> inside = {};
  std::size_t unnamed = 0;
  for (std::size_t l = host_level; l-- > 1;) {
    std::optional<LayoutLevel> level = level_named(tree.level(l).name);
    if (tree.level(l).name.empty() && unnamed < kUnnamed.size()) level = kUnnamed[unnamed++];
    const bool is_inside_package = inside[static_cast<std::size_t>(LayoutLevel::Socket)] != 0;
    if (level == LayoutLevel::Board && is_inside_package) level = std::nullopt;
    if (level && inside[static_cast<std::size_t>(*level)] == 0) inside[static_cast<std::size_t>(*level)] = l;
  }
  return inside;
}

/// Appends the tree's slots as units. With host level 0 each slot is a host.
void append_units(const TreeTopology& tree, std::size_t host_level, std::uint32_t first_host,
                  std::vector<LayoutUnit>& units) {
  const auto inside = levels_inside(tree, host_level);
  for (Slot slot = 0; slot < tree.slots(); ++slot) {
    LayoutUnit unit;
    const std::size_t host = tree.node_of(host_level, slot);
    unit.object[0] = first_host + static_cast<std::uint32_t>(host);
    std::size_t around = host_level;  // the innermost level so far, whose nodes stand for those of missing levels
    for (std::size_t l = 1; l < kLayoutLevels; ++l) {
      if (inside[l] > 0) around = std::min(around, inside[l]);
      const bool is_slot = l >= static_cast<std::size_t>(LayoutLevel::Core) && inside[l] == 0;
      const std::size_t node = is_slot ? slot : tree.node_of(inside[l] > 0 ? inside[l] : around, slot);
      unit.object[l] = static_cast<std::uint32_t>(node);
    }
    units.push_back(unit);
  }
}

std::size_t host_level(const TreeTopology& tree, std::span<const Slot> host_begins) {
  if (host_begins.empty()) return evaluation::known_host_level_of(tree);
  const auto level = level_of_hosts(tree, {host_begins.begin(), host_begins.end()});
  return level ? *level : evaluation::known_host_level_of(tree);
}

void append_parts(const topology::ComposedTopology& topology, std::vector<LayoutUnit>& units) {
  for (std::uint32_t place = 0; place < topology.parts().size(); ++place) {
    const TreeTopology* tree = as_tree(topology.part(place));
    if (tree == nullptr)
      throw InputError("layouts need trees in the places of the network, found " + topology.part(place).describe());
    append_units(*tree, tree->levels(), place, units);
  }
}

}  // namespace

std::vector<LayoutUnit> layout_units(const Topology& topology, std::span<const Slot> host_begins) {
  if (topology.slots() > kMaxLayoutUnits)
    throw InputError("layouts are for at most 4194304 slots, found " + topology.describe());
  std::vector<LayoutUnit> units;
  units.reserve(topology.slots());
  topology::visit_shape(
      topology, [&](const TreeTopology& tree) { append_units(tree, host_level(tree, host_begins), 0, units); },
      [&](const topology::ComposedTopology& composed) { append_parts(composed, units); },
      [](const topology::AnyOf<topology::RestrictedTopology, topology::NetworkTopology> auto& other) {
        throw InputError("layouts need a tree, or a network with trees in its places, found " + other.describe());
      });
  return units;
}

Mapping map_by_layout(const Topology& topology, const LayoutSpec& layout, std::uint64_t roles) {
  Mapping mapping(roles);
  if (layout.levels.empty()) {
    for (std::uint64_t role = 0; role < roles; ++role) mapping[role] = role % topology.slots();
    return mapping;
  }
  const RankPlaces places = place_ranks(layout_units(topology), {layout, roles, true, std::nullopt});
  std::copy(places.first_unit.begin(), places.first_unit.end(), mapping.begin());
  return mapping;
}

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
  auto order = successive<std::size_t>(levels.size());

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
