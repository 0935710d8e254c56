// The names of the phases and their numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "monitoring/name_list.h"

namespace topomorph::monitoring::phases {

/// The number of a phase, given now if it is new (see set_phase()). Throws bad_alloc, with nothing changed.
std::uint32_t number_of(std::string_view name);

/// All names in the order of their numbers, each with a newline.
std::string listed();

/// The list itself; the phase with the number 0 is always in it.
NameList& all();

}  // namespace topomorph::monitoring::phases
