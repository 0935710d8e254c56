// Reads and writes files of mappings.
#pragma once

#include <string>

#include "core/model/mapping.h"

namespace topomorph::formats {

/// One slot number per line; line i is role i. Throws InputError.
Mapping read_mapping(const std::string& path);
void write_mapping(const Mapping& mapping, const std::string& path);

}  // namespace topomorph::formats
