// The processing units of the hosts that tests of layouts name.
#pragma once

#include <string>
#include <vector>

#include "core/mapping/layouts/machine_units.h"
#include "core/mapping/layouts/rank_places.h"

namespace topomorph::mapping {

inline std::vector<LayoutUnit> units_of_hosts(const std::vector<std::string>& specs) {
  return all_units(read_layout_hosts(specs));
}

/// Returns the width of each level, outermost first.
inline std::vector<std::uint32_t> widths(const std::vector<LayoutUnit>& units) {
  const PlaceGrid grid(units, kAllLayoutLevels);
  std::vector<std::uint32_t> result;
  for (const LayoutLevel level : kAllLayoutLevels) result.push_back(grid.width(level));
  return result;
}

}  // namespace topomorph::mapping
