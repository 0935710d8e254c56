// Mappings by name: a file, or an order that needs no file, as that which Slurm gives by default.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/given_topology.h"
#include "core/model/mapping.h"
#include "core/model/process_location.h"

namespace topomorph::command {

/// The values of an option that takes a mapping.
inline constexpr const char* kGivenMappings = "FILE|identity|cyclic|slurm|random[:SEED]";

/// Returns whether the text is a name, and not a file.
bool names_a_mapping(const std::string& text);

/// Returns the mapping of FILE (one slot a line), "identity" (role i on slot i), "cyclic" (roles dealt in turn to the
/// root's children, as --map-by node), "slurm" (slurm_mapping()) or "random[:SEED]" (of all slots). Throws InputError,
/// which names the option. Does not check whether a file's mapping is valid.
Mapping given_mapping(const std::string& text, std::uint64_t roles, const GivenTopology& given,
                      const std::string& option = "--mapping");

/// Returns the slots of roles that `srun` of Slurm 26.05 and later starts without --distribution on all hosts of the
/// topology: the hosts in topology order (core/topology/sources/slurm/task_order.h), each filled with the ranks that
/// follow each other. Throws InputError, which names the option, for a topology that is not from Slurm's files, for
/// one with CR_NO_DIST_TOPO_BLOCK in slurm.conf, and for more roles than slots.
Mapping slurm_mapping(std::uint64_t roles, const GivenTopology& given, const std::string& option);

/// Returns the places of a job's processes in the order in which Slurm 26.05 and later fills them: hosts in topology
/// order, the processes of each host in their own order. Returns nothing if the topology lacks a host or is not from
/// Slurm's files.
std::optional<std::vector<ProcessLocation>> in_slurm_order(const std::vector<ProcessLocation>& processes,
                                                           const GivenTopology& given);

}  // namespace topomorph::command
