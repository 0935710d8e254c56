// Options that say what a slot may take: several roles, loads, speeds, roles that must be somewhere.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/mapping/map.h"
#include "core/topology/spec.h"

namespace topomorph::cli {

struct SharingOptions {
  std::string oversubscribe;  ///< a number or "any"
  std::string imbalance;      ///< percent
  std::string loads, speeds;  ///< files
  std::vector<std::string> pins;
  std::string pin_file;
};

void add_sharing_options(CLI::App& app, SharingOptions& options);
void add_pin_options(CLI::App& app, SharingOptions& options);

/// Room, loads and speeds. Reads the files; throws InputError.
Sharing sharing_of(const SharingOptions& options);

/// Adds who must be where, in the topology's numbers: to `map.pinned` for one slot, to `map.sharing.confined` for more.
/// Throws InputError for what cannot be read, with the file and line where it stands in one.
void add_pins(const SharingOptions& options, const GivenTopology& given, mapping::MapOptions& map);

/// Rewrites pins and speeds for a topology cut down to `slots`. Throws InputError where a role is bound to slots that
/// are not among them.
void restrict_to(std::span<const Slot> slots, mapping::MapOptions& map);

}  // namespace topomorph::cli
