// Launch-time files for those who prefer them to reordering at run time.
#pragma once

#include <string>

#include "core/mapping/mapping.h"
#include "core/topology/spec.h"

namespace topomorph::cli {

/// How a rankfile counts the cores of a host: as hwloc does, which is Open MPI's default, or as the operating system
/// does, for `--mca rmaps_rank_file_physical 1`.
enum class CoreNumbers { Logical, Physical };

/// Writes an Open MPI rankfile: "rank R=HOST slot=J", rank by rank. HOST is its name where the topology knows it, else
/// "+nH", where H counts the hosts (the root's children in a tree of several levels); J is the number of the slot in
/// the host, or the first processing unit of it. The file appears whole or not at all. Throws InputError, also for
/// physical numbers where the topology does not know them.
void write_rankfile(const Mapping& mapping, const GivenTopology& given, CoreNumbers numbers, const std::string& path);

}  // namespace topomorph::cli
