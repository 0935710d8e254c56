// The host and CPUs of each rank, for launchers' files.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/model/mapping.h"
#include "core/topology/spec.h"

namespace topomorph::launchers {

/// Numbers of cores in a rankfile: hwloc's, the default of Open MPI, or the operating system's, for `--mca
/// rmaps_rank_file_physical 1`.
enum class CoreNumbers { Logical, Physical };

struct Placement {
  std::vector<std::string> hosts;          ///< in the order of the machine; Open MPI's "+nI" if they have no names
  bool named = false;                      ///< whether the hosts have names
  std::vector<std::size_t> host_of;        ///< of each rank, in the order of the machine
  std::vector<std::uint64_t> position_of;  ///< of each rank: place in the machine's order
  std::vector<std::string> cpus_of;        ///< of each rank, in its host, as "0-3,8"
};

/// Gives each rank one core: the number of its slot in the host, or the first processing unit of the slot. In a
/// topology without hosts, the children of the root of a tree with several levels count as hosts; otherwise the whole
/// topology is one host. Throws InputError for physical numbers that the topology does not know.
Placement placement_of(const Mapping& mapping, const GivenTopology& given, CoreNumbers numbers);

/// Throws the error of `--rankfile-numbers physical`.
[[noreturn]] void refuse_physical(const std::string& found);

/// Returns "+n0", "+n1", …: Open MPI's names of the hosts of an allocation.
std::vector<std::string> relative_names(std::size_t hosts);

/// Returns "0-3,8" for ascending numbers.
std::string as_ranges(std::span<const std::uint64_t> numbers);

}  // namespace topomorph::launchers
