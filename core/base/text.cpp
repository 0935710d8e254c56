// Reads numbers strictly; writes volumes and percentages.
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

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

std::optional<std::uint64_t> parse_volume(std::string_view text) {
  if (const auto count = parse_count(text)) return count;
  const auto value = parse_real(text);
  if (!value || *value < 0.0 || *value >= 0x1p64) return std::nullopt;
  if (*value != std::round(*value))
    return std::nullopt;  // rounding would turn a matrix of fractions into zeros without a message
  return static_cast<std::uint64_t>(*value);
}

std::string volume_text(std::uint64_t bytes) {
  constexpr std::array kUnits = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 999.5) {  // a value that would be shown with four digits takes the next unit
    value /= 1000;
    ++unit;
  }
  return fmt::format("{:.3g} {}", value, kUnits.at(unit));
}

std::string change_text(std::uint64_t before, std::uint64_t after) {
  if (before == 0) {
    return "0 %";
  }
  const auto first = static_cast<double>(before);
  return change_text((static_cast<double>(after) - first) / first * 100);
}

std::string change_text(double percent) {
  const double whole = std::round(percent);
  return whole == 0 ? "0 %" : fmt::format("{:+.0f} %", whole);
}

std::string under_text(double percent, double limit) {
  return fmt::format("{:.2g} % is under {:g} %", std::floor(std::max(percent, 0.0) * 10) / 10, limit);
}

}  // namespace topomorph::inline base
