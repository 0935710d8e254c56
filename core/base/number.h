// Numbers in text: strict parsing of counts and volumes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace topomorph::inline base {

/// A whole number in decimal digits, without sign, below 2^64; nothing else around it.
std::optional<std::uint64_t> parse_count(std::string_view text);

/// A volume: a count, or a whole number written as a real ("1.5e6"). Nothing for fractions, negative numbers, NaN,
/// infinities, and values of 2^64 or more.
std::optional<std::uint64_t> parse_volume(std::string_view text);

/// A finite real number ("-1.5", "2e3"); nothing else around it.
std::optional<double> parse_real(std::string_view text);

}  // namespace topomorph::inline base
