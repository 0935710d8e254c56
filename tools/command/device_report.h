// GPUs and network cards of a machine as topomorph topology shows them.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "core/topology/sources/hwloc/machine.h"
#include "core/topology/sources/hwloc/tree_of_machine.h"

namespace topomorph::command {

/// A machine with its devices, and what the specification takes for slots.
struct MachineOfSpec {
  topology::Machine machine;
  topology::SlotKind slots;
};

/// Loads the machine of hwloc:FILE.xml or host: with its devices, without a SPEC this host; nothing for other
/// specifications, and for differences, which have no devices. Throws InputError.
std::optional<MachineOfSpec> machine_with_devices(const std::string& spec);

/// Returns a line for each GPU, network card and rail; empty if there is none.
std::string devices_text(const MachineOfSpec& of_spec);

/// Returns the members gpus, nics and rails. `distances` of a device: of each slot.
nlohmann::ordered_json devices_json(const MachineOfSpec& of_spec);

}  // namespace topomorph::command
