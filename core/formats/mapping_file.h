// Reads and writes files of mappings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/model/mapping.h"

namespace topomorph::formats {

/// One slot number per line; line i is role i. Throws InputError, also for slots that are not below `slots`.
Mapping read_mapping(const std::string& path, std::optional<std::uint64_t> slots = {});
void write_mapping(const Mapping& mapping, const std::string& path);

}  // namespace topomorph::formats
