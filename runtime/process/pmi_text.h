// The texts of PMI: encoded values, and the mapping of processes to hosts.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "runtime/process/fixed_string.h"

namespace topomorph::process {

/// Encodes letters, digits, "-", "." and "_" as they are, every other byte as "%" and two hexadecimal digits. Needs no
/// memory.
FixedString encoded(std::string_view text) noexcept;

/// Decodes the result of encoded(). A "%" without two digits after it stays.
FixedString decoded(std::string_view word) noexcept;

/// Returns the number of the host of `rank` in a mapping "(vector,(first host,hosts,processes a host),…)", whose blocks
/// repeat after their end. Nothing if the mapping is not written in this way.
std::optional<std::uint64_t> host_number(std::string_view mapping, std::uint64_t rank) noexcept;

}  // namespace topomorph::process
