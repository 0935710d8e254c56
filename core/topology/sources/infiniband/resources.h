// What a job was given, as netloc's resource files tell it.
#pragma once

#include <string>
#include <vector>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// A file of NETLOC_CURRENTSLOTS: the number of hosts, their names, how many slots of each, and for every one of these
/// its number and the rank that is there now. The numbers are the operating system's of a processing unit where the
/// topology knows them (hosts.pus), else they count the slots of the host. Returns the slot of every rank. Throws
/// InputError with file and line.
std::vector<Slot> read_resources(const std::string& path, const GivenTopology& given);

}  // namespace topomorph::topology
