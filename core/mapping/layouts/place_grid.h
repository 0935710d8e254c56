// The maximal tree of several machines, as far as a layout needs it: which places there are, and their coordinates.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/mapping/layouts/process_layout.h"

namespace topomorph::mapping {

/// One processing unit (or, where nothing is known of hardware threads, one core) with the objects around it.
struct LayoutUnit {
  /// By LayoutLevel. Node: the host's number. Others: any number that tells objects of this level apart inside a host.
  std::array<std::uint32_t, kLayoutLevels> object = {};
  bool available = true;

  std::uint32_t operator[](LayoutLevel level) const { return object[static_cast<std::size_t>(level)]; }
};

/// More than that many units are refused.
inline constexpr std::uint64_t kMaxLayoutUnits = std::uint64_t{1} << 22;

/// Units by the levels that are retained. A pruned level's children are numbered anew inside the nearest retained
/// object around them, in the order of the units; units that differ in pruned levels alone share a place. Unavailable
/// units keep their numbers. The tree of maximal widths is not built: what exists of it is kept as coordinates, so that
/// its size is that of the machines, however different they are.
class PlaceGrid {
 public:
  /// Units in the hosts' logical order, one host after the other. Which of two levels is outside is told by the number
  /// of their objects (NUMA nodes hold packages on some machines), if these are equal by the order of LayoutLevel.
  PlaceGrid(std::span<const LayoutUnit> units, std::span<const LayoutLevel> retained);

  std::size_t places() const { return units_of_.size(); }
  const std::vector<std::uint32_t>& units_of(std::size_t place) const { return units_of_[place]; }
  /// Of the maximal tree; 1 for levels that are not retained.
  std::uint32_t width(LayoutLevel level) const { return width_[static_cast<std::size_t>(level)]; }
  /// The places that have an available unit, in the order of nested loops, the layout's first level innermost. The
  /// layout has the retained levels, in any order.
  std::vector<std::uint32_t> order(const ProcessLayout& layout) const;

 private:
  using Coordinates = std::array<std::uint32_t, kLayoutLevels>;
  void number(std::span<const LayoutUnit> units, LayoutLevel level, std::vector<std::uint32_t>& group,
              std::vector<Coordinates>& coordinates);

  std::vector<std::vector<std::uint32_t>> units_of_;
  std::vector<Coordinates> coordinates_;  // of each place
  std::vector<bool> available_;
  std::array<std::uint32_t, kLayoutLevels> width_;
};

}  // namespace topomorph::mapping
