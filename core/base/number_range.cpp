// A number, or a range of numbers, in text.
#include "core/base/number_range.h"

#include <algorithm>

#include "core/base/number.h"

namespace topomorph::inline base {

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
