// The texts of PMI: encoded values, and the mapping of processes to hosts.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "plugin/process/fixed_string.h"

namespace topomorph::process {

/// Letters, digits, "-", "." and "_" as they are; every other byte as "%" and two hexadecimal digits. Needs no memory.
FixedString encoded(std::string_view text) noexcept;

/// The text that was encoded; a "%" without two digits behind it stays.
FixedString decoded(std::string_view word) noexcept;

/// The number of the host that `rank` is on, of a mapping "(vector,(first host,hosts,processes a host),…)", whose
/// blocks begin anew where they end. Nothing where it is not written so.
std::optional<std::uint64_t> host_number(std::string_view mapping, std::uint64_t rank) noexcept;

}  // namespace topomorph::process
