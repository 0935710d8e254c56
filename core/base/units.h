// Volumes and percentages as text for people.
#pragma once

#include <cstdint>
#include <string>

namespace topomorph::inline base {

/// Returns bytes in decimal units with up to three digits: "83 B", "1.25 kB", "513 MB".
std::string volume_text(std::uint64_t bytes);

/// Returns the change between two volumes in percent with its sign: "-73 %"; "0 %" if `before` is 0.
std::string change_text(std::uint64_t before, std::uint64_t after);

/// Returns a change in whole percent, rounded to the nearest. Every change that people read is formatted here.
std::string change_text(double percent);

/// Returns "4.9 % is under 5 %". Rounds down: 4.96 % must not become "5.0 % is under 5 %".
std::string under_text(double percent, double limit);

}  // namespace topomorph::inline base
