// Volumes as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace topomorph::inline base {

/// Bytes in decimal units with up to three digits: "83 B", "1.25 kB", "513 MB".
std::string volume_text(std::uint64_t bytes);

/// The change from one volume to another in percent, with its sign: "-73 %"; "0 %" where there was nothing.
std::string change_text(std::uint64_t before, std::uint64_t after);

/// A change of so many percent in whole ones, rounded to the nearest: every change that people read goes through here.
std::string change_text(double percent);

/// "4.9 % is under 5 %": rounded down, since 4.96 % must not be shown as "5.0 % is under 5 %".
std::string under_text(double percent, double limit);

}  // namespace topomorph::inline base
