// Reads the slots of a job from netloc's resource files.
#pragma once

#include <string>
#include <vector>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Reads a file of NETLOC_CURRENTSLOTS: the number of hosts, their names, the number of slots of each, then for every
/// slot its number and its present rank. Slots are numbered by the operating system's processing units if the topology
/// knows them (hosts.pus), else inside the host. Returns the slot of every rank. Throws InputError with file and line.
std::vector<Slot> read_resources(const std::string& path, const GivenTopology& given);

}  // namespace topomorph::topology
