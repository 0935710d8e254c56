// Slots and hosts as users name them, and the distances between them.
#pragma once

#include <string>
#include <vector>

#include "core/model/topology.h"
#include "core/topology/spec.h"

namespace topomorph::command {

/// Returns {0, 1, 2, 3, 8} for "0-3,8": ascending, unique, all below `slots`. Throws InputError.
std::vector<Slot> parse_slot_list(const std::string& text, std::uint64_t slots);

/// Parses such a list, or "resources:FILE": the slots that netloc's resource file gives to a job. Throws InputError.
std::vector<Slot> parse_slots(const std::string& text, const GivenTopology& given);

/// A slot, or the first slot of a host, which stands for all: distances between hosts do not depend on the slot.
struct Place {
  std::string name;
  Slot slot = 0;
};

/// Parses a list of hosts and slot numbers: "n[0-3],m1", "0-3,8". A number that is the name of a host means the host.
/// `option` begins the messages. Throws InputError.
std::vector<Place> parse_places(const std::string& option, const std::string& text, const GivenTopology& given);

/// Returns a table with a row and a column for every place, divided by blanks.
std::string distances_text(const Topology& topology, const std::vector<Place>& places);

/// Returns {"places": [...], "slots": [...], "distances": [[...], ...]}.
std::string distances_json(const Topology& topology, const std::vector<Place>& places);

}  // namespace topomorph::command
