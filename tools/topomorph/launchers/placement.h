// Where each rank shall start: what files for launchers are made of.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/model/mapping.h"
#include "core/topology/spec.h"

namespace topomorph::cli {

/// How a rankfile counts the cores of a host: as hwloc does, which is Open MPI's default, or as the operating system
/// does, for `--mca rmaps_rank_file_physical 1`.
enum class CoreNumbers { Logical, Physical };

struct Placement {
  std::vector<std::string> hosts;          ///< in the order of the machine; "+nI" (Open MPI's) where nobody names them
  bool named = false;                      ///< they have names
  std::vector<std::size_t> host_of;        ///< of each rank
  std::vector<std::uint64_t> position_of;  ///< of each rank: place in the machine's order
  std::vector<std::string> cpus_of;        ///< of each rank, in its host, as "0-3,8"
};

/// One core for each rank: the number of its slot in the host, or the first processing unit of it. A topology that
/// knows no hosts has them below the root of a tree of several levels, else it is one. Throws InputError for physical
/// numbers where the topology does not know them.
Placement placement_of(const Mapping& mapping, const GivenTopology& given, CoreNumbers numbers);

/// As `--rankfile-numbers physical` is refused.
[[noreturn]] void refuse_physical(const std::string& found);

/// "+n0", "+n1", ... as Open MPI calls the hosts of an allocation.
std::vector<std::string> relative_names(std::size_t hosts);

/// "0-3,8" of ascending numbers.
std::string as_ranges(std::span<const std::uint64_t> numbers);

}  // namespace topomorph::cli
