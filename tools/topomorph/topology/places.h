// Slots and hosts as users name them.
#pragma once

#include <string>
#include <vector>

#include "core/topology/spec.h"

namespace topomorph::cli {

/// A slot, or the first slot of a host, which stands for all: distances between hosts do not depend on the slot.
struct Place {
  std::string name;
  Slot slot = 0;
};

/// Parses a list of hosts and slot numbers: "n[0-3],m1", "0-3,8". A number that is the name of a host means the host.
/// `option` begins the messages. Throws InputError.
std::vector<Place> parse_places(const std::string& option, const std::string& text, const GivenTopology& given);

}  // namespace topomorph::cli
