// The units that `topomorph layout` walks over, with their names for launchers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/mapping/layouts/rank_places.h"
#include "core/model/slurm_units.h"
#include "tools/launchers/formats.h"

namespace topomorph::launchers {

/// Indexed by unit.
struct UnitTable {
  std::vector<mapping::LayoutUnit> units;
  std::vector<std::string> hosts;
  bool named = false;
  std::vector<std::vector<std::uint32_t>> os_numbers;  ///< its processing units; empty: not known
  std::vector<std::uint64_t> core;                     ///< its number in the host, as hwloc counts
  std::vector<std::uint64_t> number;                   ///< number of the unit in the host, as hwloc counts
  std::shared_ptr<const SlurmUnits> slurm = nullptr;   ///< of --topology
};

/// Returns the units of --hosts (core/mapping/layouts/machine_units.h). Throws InputError.
UnitTable units_of_hosts(const std::vector<std::string>& specs);
/// Returns a unit for each slot of --topology. Throws InputError.
UnitTable units_of_topology(const std::string& spec);

/// Placement by units. With logical `numbers`, cpus are cores if every rank has whole cores, else processing units.
/// `threads` marks processing units, which Open MPI reads with --use-hwthread-cpus.
struct LayoutPlacement {
  Placement placement;
  bool threads = false;
};
LayoutPlacement placement_of(const mapping::RankPlaces& places, const UnitTable& table, CoreNumbers numbers);

}  // namespace topomorph::launchers
