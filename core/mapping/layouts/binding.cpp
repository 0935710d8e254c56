// Finds the units that ranks are bound to.
#include "core/mapping/layouts/binding.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"

namespace topomorph::mapping {

Binding::Binding(std::span<const LayoutUnit> units, const PlaceGrid& grid, const LayoutSpec& layout,
                 std::optional<BindingWidth> width)
    : units_(units), grid_(grid), width_(width) {
  if (!width_) return;
  for (std::uint32_t unit = 0; unit < units_.size(); ++unit) {
    if (units_[unit].available) units_in_[object_around(unit)].push_back(unit);
  }
  if (width_->count > 1) find_neighbours(layout);
}

Binding::Object Binding::object_around(std::uint32_t unit) const {
  return {units_[unit][LayoutLevel::Node], units_[unit][width_->level]};
}

void Binding::find_neighbours(const LayoutSpec& layout) {
  const auto level = std::find(grid_.nested().begin(), grid_.nested().end(), width_->level);
  if (level == grid_.nested().end()) {
    throw InputError(fmt::format("bindings of {} {}: found layout {}, expected one with {}", width_->count,
                                 letters_of(width_->level), to_string(layout), letters_of(width_->level)));
  }
  around_.assign(grid_.nested().begin(), level);
  turn_of_ = layout.orders[static_cast<std::size_t>(*level)].turns(*level, grid_.width(*level));
  for (const std::uint32_t place : grid_.order(layout.levels)) {
    first_unit_in_.try_emplace(object_of(place), first_unit(place));
  }
}

/// Returns the coordinates of the objects around the place's object, and the turn of the object itself.
PlaceGrid::Coordinates Binding::object_of(std::uint32_t place) const {
  PlaceGrid::Coordinates object = {};
  const PlaceGrid::Coordinates& at = grid_.coordinates(place);
  for (const LayoutLevel level : around_) object[static_cast<std::size_t>(level)] = at[static_cast<std::size_t>(level)];
  const auto own = static_cast<std::size_t>(width_->level);
  object[own] = turn_of_[at[own]];
  return object;
}

/// Returns a unit of the object that is visited so many steps later; nothing if there is none.
std::optional<std::uint32_t> Binding::neighbour(std::uint32_t place, std::uint32_t steps) const {
  PlaceGrid::Coordinates object = object_of(place);
  object[static_cast<std::size_t>(width_->level)] += steps;
  const auto found = first_unit_in_.find(object);
  return found == first_unit_in_.end() ? std::nullopt : std::optional(found->second);
}

std::uint32_t Binding::first_unit(std::uint32_t place) const {
  const std::vector<std::uint32_t>& units = grid_.units_of(place);
  return *std::find_if(units.begin(), units.end(), [&](std::uint32_t unit) { return units_[unit].available; });
}

std::vector<std::uint32_t> Binding::begins(std::vector<std::uint32_t> order) const {
  if (!width_ || width_->count == 1) return order;
  std::erase_if(order, [&](std::uint32_t place) {
    if (object_of(place)[static_cast<std::size_t>(width_->level)] % width_->count != 0) return true;
    for (std::uint32_t step = 1; step < width_->count; ++step) {
      if (!neighbour(place, step)) return true;
    }
    return false;
  });
  return order;
}

std::uint32_t Binding::key_of(std::uint32_t place) const {
  const std::uint32_t unit = first_unit(place);
  return width_ ? units_in_.at(object_around(unit)).front() : unit;
}

std::vector<std::uint32_t> Binding::units_of(std::uint32_t place) const {
  std::vector<std::uint32_t> bound;
  if (!width_) {
    const std::vector<std::uint32_t>& units = grid_.units_of(place);
    std::copy_if(units.begin(), units.end(), std::back_inserter(bound),
                 [&](std::uint32_t unit) { return units_[unit].available; });
    return bound;
  }
  bound = units_in_.at(object_around(first_unit(place)));
  for (std::uint32_t step = 1; step < width_->count; ++step) {
    const std::vector<std::uint32_t>& more = units_in_.at(object_around(*neighbour(place, step)));
    bound.insert(bound.end(), more.begin(), more.end());
  }
  std::sort(bound.begin(), bound.end());
  return bound;
}

}  // namespace topomorph::mapping
