// The processing units of machines that hwloc describes, as layouts see them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/mapping/layouts/place_grid.h"
#include "core/topology/sources/hwloc/machine.h"

namespace topomorph::mapping {

/// Processing units in hwloc's logical order. Levels that the machine lacks have one object in each object around them;
/// where there are no cores, every unit is one. Boards are groups that hold packages.
struct MachineUnits {
  std::vector<LayoutUnit> units;             ///< of host 0; those the machine does not allow are unavailable
  std::vector<std::uint32_t> os_numbers;     ///< of each unit, the operating system's
  std::vector<std::uint32_t> logical_cores;  ///< of each unit, hwloc's number of its core
};

MachineUnits units_of(const topology::Machine& machine);

struct LayoutHost {
  std::string name;  ///< empty: nobody has told
  std::shared_ptr<const MachineUnits> machine;
};

/// Hosts as users write them: HOST.xml, NAMES=MACHINE (NAMES as in "n[0-3,7]"), COUNT*MACHINE or MACHINE, where MACHINE
/// is hwloc:FILE.xml, synthetic:"…" or host:. Files are read whole: what the writing process was not allowed to use is
/// unavailable. Throws InputError.
std::vector<LayoutHost> read_layout_hosts(std::span<const std::string> specs);

/// The units of all hosts, one after the other. Throws InputError for more than kMaxLayoutUnits.
std::vector<LayoutUnit> all_units(std::span<const LayoutHost> hosts);

}  // namespace topomorph::mapping
