// The maximal tree of several machines, as far as a layout needs it: the places that exist, and their coordinates.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/mapping/layouts/layout_spec.h"

namespace topomorph::mapping {

/// One processing unit (or one core, if hardware threads are unknown) with the objects around it.
struct LayoutUnit {
  /// By LayoutLevel. Node: the host's number. Others: any number that distinguishes objects of this level in a host.
  std::array<std::uint32_t, kLayoutLevels> object = {};
  bool available = true;

  std::uint32_t operator[](LayoutLevel level) const { return object[static_cast<std::size_t>(level)]; }
};

/// Largest number of units; more are refused.
inline constexpr std::uint64_t kMaxLayoutUnits = std::uint64_t{1} << 22;

/// Units by the retained levels. Children of a pruned level are numbered anew inside the nearest retained object around
/// them, in the order of the units. Units that differ only in pruned levels share a place. Unavailable units keep their
/// numbers. The tree of maximal widths is not built: only the existing places are kept, as coordinates, so that memory
/// grows with the machines, however different they are.
class PlaceGrid {
 public:
  /// Takes units in the hosts' logical order, one host after the other. Of two levels the one with fewer objects is
  /// outside (NUMA nodes hold packages on some machines); on a tie the order of LayoutLevel decides.
  PlaceGrid(std::span<const LayoutUnit> units, std::span<const LayoutLevel> retained);

  std::size_t places() const { return units_of_.size(); }
  const std::vector<std::uint32_t>& units_of(std::size_t place) const { return units_of_[place]; }
  /// Returns the width of a level in the maximal tree; 1 for a level that is not retained.
  std::uint32_t width(LayoutLevel level) const { return width_[static_cast<std::size_t>(level)]; }
  /// By LayoutLevel: the number of the place's object inside the nearest retained object around it.
  using Coordinates = std::array<std::uint32_t, kLayoutLevels>;
  const Coordinates& coordinates(std::size_t place) const { return coordinates_[place]; }
  /// Returns the retained levels from the outside in.
  const std::vector<LayoutLevel>& nested() const { return nested_; }
  /// Returns the places with an available unit in the order of nested loops, the layout's first level innermost. The
  /// layout has the retained levels in any order.
  std::vector<std::uint32_t> order(const ProcessLayout& layout) const;
  /// The same with an own order of visits of each level. Places in objects that are not visited are left out. Throws
  /// InputError for objects that no host has.
  std::vector<std::uint32_t> order(const ProcessLayout& layout, const IterationOrders& orders) const;

 private:
  void number(std::span<const LayoutUnit> units, LayoutLevel level, std::vector<std::uint32_t>& group,
              std::vector<Coordinates>& coordinates);

  std::vector<LayoutLevel> nested_;
  std::vector<std::vector<std::uint32_t>> units_of_;
  std::vector<Coordinates> coordinates_;         // by place
  std::vector<std::uint32_t> available_places_;  // ascending
  Coordinates width_;
};

}  // namespace topomorph::mapping
