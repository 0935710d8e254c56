// Options for what a slot takes: capacities, loads, speeds, pins.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/mapping/portfolio/map.h"
#include "core/topology/spec.h"

namespace topomorph::command {

struct SharingOptions {
  std::string oversubscribe;  ///< a number or "any"
  std::string imbalance;      ///< percent
  std::string loads, speeds;  ///< files
  std::vector<std::string> pins;
  std::string pin_file;
};

void add_sharing_options(CLI::App& app, SharingOptions& options);
void add_pin_options(CLI::App& app, SharingOptions& options);

/// Returns capacities, loads and speeds. Reads the files. Throws InputError.
Sharing sharing_of(const SharingOptions& options);

/// Adds the pins, in slot numbers of the topology: one slot to `map.pinned`, a part to `map.sharing.confined`. Throws
/// InputError for unreadable pins, with file and line.
void add_pins(const SharingOptions& options, const GivenTopology& given, mapping::MapOptions& map);

/// Translates pins and speeds to a topology that is reduced to `slots`. Throws InputError if a pin has none of the
/// slots.
void restrict_to(std::span<const Slot> slots, mapping::MapOptions& map);

}  // namespace topomorph::command
