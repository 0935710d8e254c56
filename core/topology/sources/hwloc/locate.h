// Where on a machine a process is bound.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/topology/sources/hwloc/machine.h"

namespace topomorph::topology {

/// Returns the place of each CPU list ("0-3,8", operating-system numbers) as in ProcessLocation::path: the enclosing
/// objects from the outside in, down to the smallest that holds the whole list. The path is empty if the list covers
/// the whole machine or none of its CPUs. Throws InputError for a list that cannot be read.
std::vector<std::string> locate_cpusets(const Machine& machine, std::span<const std::string> cpu_lists);

/// Returns the CPUs of a list that the machine has, ascending. Throws InputError for a list that cannot be read.
std::vector<std::uint32_t> cpus_on(const Machine& machine, const std::string& cpu_list);

}  // namespace topomorph::topology
