// Which processes share a host, as PMI tells it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace topomorph::reorder {

/// The number of the host that `rank` is on, of a mapping "(vector,(first host,hosts,processes a host),…)", whose
/// blocks begin anew where they end. Nothing where it is not written so.
std::optional<std::uint64_t> host_number(std::string_view mapping, std::uint64_t rank) noexcept;

}  // namespace topomorph::reorder
