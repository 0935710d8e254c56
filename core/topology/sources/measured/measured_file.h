// Files of measured networks.
#pragma once

#include <string>

#include "core/topology/sources/measured/network.h"

namespace topomorph::topology {

/// Reads `measured:FILE`: lines "level NAME DISTANCE LATENCY ALONE LOADED" from the outermost level in (microseconds,
/// MB/s), then "host NAME GROUP GROUP …" with the host's group number on every level but the outermost, from the
/// outside in. Hosts of a group are consecutive. Throws InputError with the line.
MeasuredNetwork read_measured(const std::string& path);

/// Throws InputError.
void write_measured(const MeasuredNetwork& network, const std::string& comment, const std::string& path);

}  // namespace topomorph::topology
