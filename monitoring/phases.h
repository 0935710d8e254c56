// The names of the phases and their numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace topomorph::monitoring::phases {

/// The number of a phase, given now if it is new (see set_phase()).
std::uint32_t number_of(std::string_view name);

/// All names in the order of their numbers, each with a newline.
std::string listed();

}  // namespace topomorph::monitoring::phases
