// The units that `topomorph layout` walks over, with their names for launchers.
#pragma once

#include <string>
#include <vector>

#include "core/mapping/layouts/rank_places.h"
#include "tools/topomorph/launchers/placement.h"

namespace topomorph::cli {

/// Everything by unit.
struct UnitTable {
  std::vector<mapping::LayoutUnit> units;
  std::vector<std::string> hosts;
  bool named = false;
  std::vector<std::vector<std::uint32_t>> os_numbers;  ///< processing units of it; empty: not known
  std::vector<std::uint64_t> core;                     ///< its number in the host, as hwloc counts
  std::vector<std::uint64_t> number;                   ///< likewise of the unit
};

/// Of --hosts (core/mapping/layouts/machine_units.h). Throws InputError.
UnitTable units_of_hosts(const std::vector<std::string>& specs);
/// Of --topology: a unit for each slot. Throws InputError.
UnitTable units_of_topology(const std::string& spec);

/// With `numbers` logical, cpus are cores if every rank has whole ones, else processing units, which Open MPI wants
/// --use-hwthread-cpus for: `threads` says so.
struct LayoutPlacement {
  Placement placement;
  bool threads = false;
};
LayoutPlacement placement_of(const mapping::RankPlaces& places, const UnitTable& table, CoreNumbers numbers);

}  // namespace topomorph::cli
