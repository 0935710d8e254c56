// Numbers the places of several machines level by level.
#include "core/mapping/layouts/place_grid.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace topomorph::mapping {

namespace {

/// An object inside a retained object (its group).
struct Child {
  std::uint32_t group, host, object;
  bool operator==(const Child&) const = default;
};

struct HashOfChild {
  std::size_t operator()(const Child& child) const {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
    std::uint64_t hash = child.group * kOdd;
    hash = (hash ^ (hash >> 29) ^ child.host) * kOdd;
    hash = (hash ^ (hash >> 29) ^ child.object) * kOdd;
    return hash ^ (hash >> 32);
  }
};

struct Numbered {
  std::uint32_t group, coordinate;
};

using Children = std::unordered_map<Child, Numbered, HashOfChild>;

std::size_t objects_of(std::span<const LayoutUnit> units, LayoutLevel level) {
  Children seen;
  for (const LayoutUnit& unit : units) seen.try_emplace({0, unit[LayoutLevel::Node], unit[level]});
  return seen.size();
}

std::vector<LayoutLevel> from_outside_in(std::span<const LayoutUnit> units, std::span<const LayoutLevel> retained) {
  std::array<std::size_t, kLayoutLevels> objects = {};
  for (const LayoutLevel level : retained) objects[static_cast<std::size_t>(level)] = objects_of(units, level);
  std::vector<LayoutLevel> levels(retained.begin(), retained.end());
  std::sort(levels.begin(), levels.end(), [&](LayoutLevel a, LayoutLevel b) {
    const std::size_t of_a = objects[static_cast<std::size_t>(a)], of_b = objects[static_cast<std::size_t>(b)];
    return of_a != of_b ? of_a < of_b : a < b;
  });
  return levels;
}

using Coordinates = PlaceGrid::Coordinates;

/// The places of the maximal tree, numbered in the order of a layout.
struct Cells {
  std::array<std::uint64_t, kLayoutLevels> stride = {};  ///< by LayoutLevel
  std::uint64_t count = 1;

  std::uint64_t of(const Coordinates& at) const {
    std::uint64_t cell = 0;
    for (std::size_t l = 0; l < kLayoutLevels; ++l) cell += stride[l] * at[l];
    return cell;
  }
};

/// Returns nothing if the maximal tree has 2^64 places or more.
std::optional<Cells> cells_of(const ProcessLayout& layout, const Coordinates& width) {
  Cells cells;
  for (const LayoutLevel level : layout) {
    const auto l = static_cast<std::size_t>(level);
    cells.stride[l] = cells.count;
    if (__builtin_mul_overflow(cells.count, std::uint64_t{width[l]}, &cells.count)) return std::nullopt;
  }
  return cells;
}

/// Sorts places by their cells, in linear time if the maximal tree has not many more places.
void sort_by_cells(std::vector<std::uint32_t>& places, const std::vector<Coordinates>& at, const Cells& cells) {
  constexpr std::uint64_t kSparse = 4;
  constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);
  if (cells.count / kSparse <= places.size()) {
    std::vector<std::uint32_t> place_in(cells.count, kNone);
    for (const std::uint32_t place : places) place_in[cells.of(at[place])] = place;
    std::copy_if(place_in.begin(), place_in.end(), places.begin(), [](std::uint32_t place) { return place != kNone; });
    return;
  }
  std::vector<std::pair<std::uint64_t, std::uint32_t>> sorted;
  for (const std::uint32_t place : places) sorted.emplace_back(cells.of(at[place]), place);
  std::sort(sorted.begin(), sorted.end());
  std::transform(sorted.begin(), sorted.end(), places.begin(), [](const auto& entry) { return entry.second; });
}

/// Sorts places as nested loops visit them, the layout's first level innermost.
void sort_by_loops(std::vector<std::uint32_t>& places, const ProcessLayout& layout, const std::vector<Coordinates>& at,
                   const Coordinates& width) {
  if (const auto cells = cells_of(layout, width)) return sort_by_cells(places, at, *cells);
  std::sort(places.begin(), places.end(), [&](std::uint32_t a, std::uint32_t b) {
    for (auto level = layout.rbegin(); level != layout.rend(); ++level) {
      const auto l = static_cast<std::size_t>(*level);
      if (at[a][l] != at[b][l]) return at[a][l] < at[b][l];
    }
    return a < b;
  });
}

}  // namespace

PlaceGrid::PlaceGrid(std::span<const LayoutUnit> units, std::span<const LayoutLevel> retained) {
  width_.fill(1);
  std::vector<std::uint32_t> group(units.size(), 0);
  std::vector<Coordinates> coordinates(units.size(), Coordinates{});
  std::vector<bool> available;  // by place
  nested_ = from_outside_in(units, retained);
  for (const LayoutLevel level : nested_) number(units, level, group, coordinates);
  for (std::uint32_t unit = 0; unit < units.size(); ++unit) {
    if (group[unit] == units_of_.size()) {
      units_of_.emplace_back();
      coordinates_.push_back(coordinates[unit]);
      available.push_back(false);
    }
    units_of_[group[unit]].push_back(unit);
    if (units[unit].available) available[group[unit]] = true;
  }
  for (std::uint32_t place = 0; place < places(); ++place) {
    if (available[place]) available_places_.push_back(place);
  }
}

void PlaceGrid::number(std::span<const LayoutUnit> units, LayoutLevel level, std::vector<std::uint32_t>& group,
                       std::vector<Coordinates>& coordinates) {
  const auto l = static_cast<std::size_t>(level);
  Children children;
  std::vector<std::uint32_t> children_of(units.size(), 0);  // by group
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    const auto next = static_cast<std::uint32_t>(children.size());
    const auto [child, is_new] =
        children.try_emplace({group[unit], units[unit][LayoutLevel::Node], units[unit][level]}, Numbered{next, 0});
    if (is_new) {
      child->second.coordinate = children_of[group[unit]]++;
      width_[l] = std::max(width_[l], child->second.coordinate + 1);
    }
    group[unit] = child->second.group;
    coordinates[unit][l] = child->second.coordinate;
  }
}

std::vector<std::uint32_t> PlaceGrid::order(const ProcessLayout& layout) const {
  std::vector<std::uint32_t> order = available_places_;
  sort_by_loops(order, layout, coordinates_, width_);
  return order;
}

std::vector<std::uint32_t> PlaceGrid::order(const ProcessLayout& layout, const IterationOrders& orders) const {
  std::vector<Coordinates> turns = coordinates_;
  std::vector<std::uint32_t> order = available_places_;
  for (const LayoutLevel level : layout) {
    const auto l = static_cast<std::size_t>(level);
    if (orders[l].is_plain()) continue;
    const std::vector<std::uint32_t> turn_of = orders[l].turns(level, width(level));
    for (Coordinates& turn : turns) turn[l] = turn_of[turn[l]];
    std::erase_if(order, [&](std::uint32_t place) { return turns[place][l] == IterationOrder::kNever; });
  }
  sort_by_loops(order, layout, turns, width_);
  return order;
}

}  // namespace topomorph::mapping
