// Strict parsing of numbers in text, and lists of CPUs.
#include "core/base/number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace topomorph::inline base {

std::optional<std::uint64_t> parse_count(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> parse_real(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

namespace {

std::string written(double value, std::chars_format format, int digits) {
  std::array<char, 512> room{};  // 1e308 has 309 digits before its point
  const auto [end, error] = std::to_chars(room.data(), room.data() + room.size(), value, format, digits);
  return error == std::errc() ? std::string(room.data(), end) : std::string("nan");
}

}  // namespace

std::string decimal(double value) { return written(value, std::chars_format::fixed, 6); }
std::string significant(double value, int digits) { return written(value, std::chars_format::general, digits); }

std::optional<std::uint64_t> parse_volume(std::string_view text) {
  if (const auto count = parse_count(text)) return count;
  const auto value = parse_real(text);
  if (!value || *value < 0.0 || *value >= 0x1p64) return std::nullopt;
  if (*value != std::round(*value))
    return std::nullopt;  // rounding would turn a matrix of fractions into zeros without a message
  return static_cast<std::uint64_t>(*value);
}

std::optional<NumberRange> parse_number_range(std::string_view text) {
  const std::size_t dash = std::min(text.find('-'), text.size());
  const auto first = parse_count(text.substr(0, dash));
  const auto last = dash == text.size() ? first : parse_count(text.substr(dash + 1));
  if (!first || !last || *first > *last) return std::nullopt;
  const std::uint64_t more = *last - *first;
  return NumberRange{*first, *last, more + 1 == 0 ? more : more + 1};
}

std::optional<NumberRange> parse_number_range(std::string_view text, std::uint64_t end) {
  const auto range = parse_number_range(text);
  return range && range->last < end ? range : std::nullopt;
}

std::optional<std::vector<CpuRange>> parse_cpu_ranges(std::string_view text) {
  std::vector<CpuRange> ranges;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const auto range = parse_number_range(text.substr(0, comma), kCpuLimit);
    const bool follows = range && (ranges.empty() || range->first > ranges.back().last);
    if (!follows || comma + 1 == text.size()) return std::nullopt;
    ranges.push_back({static_cast<std::uint32_t>(range->first), static_cast<std::uint32_t>(range->last)});
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return ranges;
}

std::vector<CpuRange> joined(std::vector<CpuRange> ranges) {
  std::ranges::sort(ranges, {}, &CpuRange::first);
  std::vector<CpuRange> joined;
  for (const CpuRange& range : ranges) {
    if (joined.empty() || range.first > joined.back().last + 1) {
      joined.push_back(range);
    } else {
      joined.back().last = std::max(joined.back().last, range.last);
    }
  }
  return joined;
}

std::uint64_t number_of_cpus(std::vector<CpuRange> ranges) {
  std::uint64_t number = 0;
  for (const CpuRange& range : joined(std::move(ranges))) number += std::uint64_t{range.last} - range.first + 1;
  return number;
}

std::string cpu_list_text(std::vector<CpuRange> ranges) {
  std::string text;
  for (const CpuRange& range : joined(std::move(ranges))) {
    text.append(text.empty() ? "" : ",").append(std::to_string(range.first));
    if (range.last > range.first) text.append("-").append(std::to_string(range.last));
  }
  return text;
}

std::string cpu_list_text(const std::vector<std::uint32_t>& cpus) {
  std::vector<CpuRange> ranges;
  for (const std::uint32_t cpu : cpus) ranges.push_back({cpu, cpu});
  return cpu_list_text(std::move(ranges));
}

}  // namespace topomorph::inline base
