// Strict parsing of numbers in text.
#include "core/base/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>

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

}  // namespace topomorph::inline base
