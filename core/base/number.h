// Strict parsing of numbers in text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace topomorph::inline base {

/// Parses a whole number below 2^64 in decimal digits, without sign; nothing may stand around it.
std::optional<std::uint64_t> parse_count(std::string_view text);

/// Parses a count, or a whole number written as a real ("1.5e6"). Returns nothing for fractions, negative numbers, NaN,
/// infinities, and values of 2^64 or more.
std::optional<std::uint64_t> parse_volume(std::string_view text);

/// Parses a finite real number ("-1.5", "2e3"); nothing may stand around it.
std::optional<double> parse_real(std::string_view text);

}  // namespace topomorph::inline base
