// Numbers the places of several machines level by level.
#include "core/mapping/layouts/place_grid.h"

#include <algorithm>
#include <numeric>
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

/// Returns the levels from the outside in.
std::vector<LayoutLevel> nested(std::span<const LayoutUnit> units, std::span<const LayoutLevel> retained) {
  std::array<std::size_t, kLayoutLevels> objects = {};
  for (const LayoutLevel level : retained) objects[static_cast<std::size_t>(level)] = objects_of(units, level);
  std::vector<LayoutLevel> levels(retained.begin(), retained.end());
  std::sort(levels.begin(), levels.end(), [&](LayoutLevel a, LayoutLevel b) {
    const std::size_t of_a = objects[static_cast<std::size_t>(a)], of_b = objects[static_cast<std::size_t>(b)];
    return of_a != of_b ? of_a < of_b : a < b;
  });
  return levels;
}

}  // namespace

PlaceGrid::PlaceGrid(std::span<const LayoutUnit> units, std::span<const LayoutLevel> retained) {
  width_.fill(1);
  std::vector<std::uint32_t> group(units.size(), 0);
  std::vector<Coordinates> coordinates(units.size(), Coordinates{});
  for (const LayoutLevel level : nested(units, retained)) number(units, level, group, coordinates);
  for (std::uint32_t unit = 0; unit < units.size(); ++unit) {
    if (group[unit] == units_of_.size()) {
      units_of_.emplace_back();
      coordinates_.push_back(coordinates[unit]);
      available_.push_back(false);
    }
    units_of_[group[unit]].push_back(unit);
    if (units[unit].available) available_[group[unit]] = true;
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
  std::vector<std::uint32_t> order;
  for (std::uint32_t place = 0; place < places(); ++place) {
    if (available_[place]) order.push_back(place);
  }
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    for (auto level = layout.rbegin(); level != layout.rend(); ++level) {
      const auto l = static_cast<std::size_t>(*level);
      if (coordinates_[a][l] != coordinates_[b][l]) return coordinates_[a][l] < coordinates_[b][l];
    }
    return a < b;
  });
  return order;
}

}  // namespace topomorph::mapping
