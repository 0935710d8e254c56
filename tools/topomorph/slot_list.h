// Lists of slots on the command line.
#pragma once

#include <string>
#include <vector>

#include "core/model/topology.h"
#include "core/topology/spec.h"

namespace topomorph::cli {

/// Returns {0, 1, 2, 3, 8} for "0-3,8": ascending, unique, all below `slots`. Throws InputError.
std::vector<Slot> parse_slot_list(const std::string& text, std::uint64_t slots);

/// Parses such a list, or "resources:FILE": the slots that netloc's resource file gives to a job. Throws InputError.
std::vector<Slot> parse_slots(const std::string& text, const GivenTopology& given);

}  // namespace topomorph::cli
