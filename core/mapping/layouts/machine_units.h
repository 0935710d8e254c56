// Processing units of machines that hwloc describes, as process layouts need them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/mapping/layouts/place_grid.h"
#include "core/topology/sources/hwloc/machine.h"

namespace topomorph::mapping {

/// Processing units in hwloc's logical order. A level that the machine lacks has one object in each object around it;
/// without cores, every unit is a core. Boards are groups that hold packages.
struct MachineUnits {
  std::vector<LayoutUnit> units;             ///< of host 0; units that the machine does not allow are unavailable
  std::vector<std::uint32_t> os_numbers;     ///< by unit: the operating system's number
  std::vector<std::uint32_t> logical_cores;  ///< by unit: hwloc's number of its core
};

MachineUnits units_of(const topology::Machine& machine);

struct LayoutHost {
  std::string name;  ///< empty: unknown
  std::shared_ptr<const MachineUnits> machine;
};

/// Reads hosts as users write them: HOST.xml, NAMES=MACHINE (NAMES as in "n[0-3,7]"), COUNT*MACHINE or MACHINE, where
/// MACHINE is hwloc:FILE.xml, synthetic:"…" or host:. Files are read whole: units that the writing process was not
/// allowed to use are unavailable. Throws InputError.
std::vector<LayoutHost> read_layout_hosts(std::span<const std::string> specs);

/// Returns the units of all hosts, one host after the other. Throws InputError for more than kMaxLayoutUnits.
std::vector<LayoutUnit> all_units(std::span<const LayoutHost> hosts);

}  // namespace topomorph::mapping
