// Slots and hosts as users name them.
#pragma once

#include <string>
#include <vector>

#include "core/topology/spec.h"

namespace topomorph::cli {

/// A slot, or the first one of a host: all slots of a host are as far from those of another.
struct Place {
  std::string name;
  Slot slot = 0;
};

/// Hosts of the topology, slots by number, or both: "n[0-3],m1", "0-3,8". A name that is a number is a host where there
/// is one of that name. `option` begins the messages. Throws InputError.
std::vector<Place> parse_places(const std::string& option, const std::string& text, const GivenTopology& given);

}  // namespace topomorph::cli
