// GPUs and network cards of a machine as topomorph topology shows them.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "core/topology/sources/hwloc/machine.h"

namespace topomorph::command {

/// Loads the machine of hwloc:FILE.xml or host: with its devices, without a SPEC this host; nothing for other
/// specifications, and for differences, which have no devices. Throws InputError.
std::optional<topology::Machine> machine_with_devices(const std::string& spec);

/// Returns a line for each GPU, network card and rail; empty if there is none.
std::string devices_text(const topology::Machine& machine);

/// Returns the members gpus, nics and rails. `distances` of a device: of each slot.
nlohmann::ordered_json devices_json(const topology::Machine& machine);

}  // namespace topomorph::command
