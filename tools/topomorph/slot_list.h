// Lists of slots as users write them.
#pragma once

#include <string>
#include <vector>

#include "core/model/topology.h"
#include "core/topology/spec.h"

namespace topomorph::cli {

/// "0-3,8" as {0, 1, 2, 3, 8}: ascending, unique, all below `slots`. Throws InputError.
std::vector<Slot> parse_slot_list(const std::string& text, std::uint64_t slots);

/// The same, or "resources:FILE": the slots that netloc's resource file gives a job, ascending. Throws InputError.
std::vector<Slot> parse_slots(const std::string& text, const GivenTopology& given);

}  // namespace topomorph::cli
