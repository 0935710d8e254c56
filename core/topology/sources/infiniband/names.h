// Names of nodes of a fabric.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/line_reader.h"

namespace topomorph::topology::infiniband {

/// Returns "node001" for the descriptions "node001 HCA-1", "node001 mlx5_0" and "node001"; empty for those that name no
/// host ("MT25408 ConnectX Mellanox Technologies", "localhost HCA-1").
std::string host_of_description(std::string_view description);

/// Returns true for SHARP adapters, which combine data inside switches; no process runs there.
bool is_aggregation_node(std::string_view description);

/// Returns the Gbit/s of a link, without the encoding, from its width ("4x") and speed ("QDR"). An unknown speed counts
/// as SDR, the slowest. Returns 0 for an invalid width.
double link_bandwidth(std::string_view width, std::string_view speed);

/// Reads "0x00066a00e3006b6f", "0006:6a00:e300:6b6f" or plain digits; returns 0 for other text.
std::uint64_t parse_guid(std::string_view text);

}  // namespace topomorph::topology::infiniband
