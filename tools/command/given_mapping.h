// Mappings by name: a file, or an order that needs no file.
#pragma once

#include <string>

#include "core/model/given_topology.h"
#include "core/model/mapping.h"

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

}  // namespace topomorph::command
