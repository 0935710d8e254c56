// Volumes as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace topomorph {

/// Bytes in decimal units with up to three digits: "83 B", "1.25 kB", "513 MB".
std::string volume_text(std::uint64_t bytes);

/// The change from one volume to another in percent, with its sign: "-73 %"; "0 %" where there was nothing.
std::string change_text(std::uint64_t before, std::uint64_t after);

}  // namespace topomorph
