// Numbers in text, strictly parsed and written, in every locale; and lists of CPUs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace topomorph::inline base {

/// Parses a whole number below 2^64 in decimal digits, without sign; nothing may stand around it.
std::optional<std::uint64_t> parse_count(std::string_view text);

/// Parses a count, or a whole number written as a real ("1.5e6"). Returns nothing for fractions, negative numbers, NaN,
/// infinities, and values of 2^64 or more.
std::optional<std::uint64_t> parse_volume(std::string_view text);

/// Parses a finite real number ("-1.5", "2e3"); nothing may stand around it.
std::optional<double> parse_real(std::string_view text);

/// Returns the number with six digits behind a point. A program may have set a locale with a decimal comma: numbers of
/// ours are written and read by this function, significant() and parse_real() alone, which do not depend on it.
std::string decimal(double value);
/// Returns the number with so many significant digits at most, as "%.2g" does.
std::string significant(double value, int digits);

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

/// Above the number of any CPU.
inline constexpr std::uint32_t kCpuLimit = std::uint32_t{1} << 20;

/// CPUs from `first` to `last`.
struct CpuRange {
  std::uint32_t first = 0, last = 0;
};

/// Returns the ranges of a list, ascending; nothing for any other text. The empty list is one.
std::optional<std::vector<CpuRange>> parse_cpu_ranges(std::string_view text);

/// Returns the CPUs that are in some of the ranges, ascending, in as few ranges as possible. Lists stay ranges: a text
/// from a file may name a million CPUs.
std::vector<CpuRange> joined(std::vector<CpuRange> ranges);
std::uint64_t number_of_cpus(std::vector<CpuRange> ranges);  ///< in some of them

/// Returns the list of the CPUs.
std::string cpu_list_text(std::vector<CpuRange> ranges);
std::string cpu_list_text(const std::vector<std::uint32_t>& cpus);

}  // namespace topomorph::inline base
