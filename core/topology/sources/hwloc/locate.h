// Where on a machine a process is bound.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/topology/sources/hwloc/machine.h"

struct hwloc_obj;
namespace topomorph::topology {

/// Returns the place of each CPU list ("0-3,8", operating-system numbers) as in ProcessLocation::path: the enclosing
/// objects from the outside in, down to the smallest that holds the whole list. The path is empty if the list covers
/// the whole machine or none of its CPUs. Throws InputError for a list that cannot be read.
std::vector<std::string> locate_cpusets(const Machine& machine, std::span<const std::string> cpu_lists);

/// Returns the place of an object of hwloc's in the same form; empty for the whole machine. Of objects with the same
/// CPUs it names the given one, where locate_cpusets() names the innermost.
std::string path_of(const Machine& machine, hwloc_obj* object);

/// Returns the CPUs of a list that the machine has, ascending. Throws InputError for a list that cannot be read.
std::vector<std::uint32_t> cpus_on(const Machine& machine, const std::string& cpu_list);

}  // namespace topomorph::topology
