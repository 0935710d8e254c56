// A number, or a range of numbers, in text: "3", "0-3".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace topomorph::inline base {

/// The numbers from `first` to `last`. Where `last` may be the greatest number there is, loops count from 0 up to below
/// `count` and add `first`: a loop up to `last` would never end.
struct NumberRange {
  std::uint64_t first = 0, last = 0;
  std::uint64_t count = 1;  ///< last - first + 1; of 2^64 numbers 2^64 - 1. Compare it before memory is taken.
};

/// Parses "3" or "0-3", without signs and blanks. Returns nothing for other text and for ranges that descend.
std::optional<NumberRange> parse_number_range(std::string_view text);

/// The same; returns nothing also for numbers that are not below `end`.
std::optional<NumberRange> parse_number_range(std::string_view text, std::uint64_t end);

}  // namespace topomorph::inline base
