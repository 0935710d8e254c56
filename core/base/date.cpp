// Dates in UTC, as text and as seconds since 1970.
#include "core/base/date.h"

#include <array>
#include <chrono>
#include <ctime>

#include "core/base/number.h"

namespace topomorph::inline base {

namespace {

/// Parses two or four digits at a place; nothing for other characters.
std::optional<int> digits(std::string_view text, std::size_t at, std::size_t count) {
  const auto number = parse_count(text.substr(at, count));
  return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

std::optional<std::int64_t> day_of(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const auto year = digits(text, 0, 4), month = digits(text, 5, 2), day = digits(text, 8, 2);
  if (!year || !month || !day || *year < 1970) return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day)));
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count() * kDaySeconds;
}

/// Parses "09:30:00".
std::optional<std::int64_t> time_of_day(std::string_view text) {
  if (text.size() != 8 || text[2] != ':' || text[5] != ':') return std::nullopt;
  const auto hour = digits(text, 0, 2), minute = digits(text, 3, 2), second = digits(text, 6, 2);
  if (!hour || !minute || !second || *hour > 23 || *minute > 59 || *second > 59) return std::nullopt;
  return (*hour * 60 + *minute) * 60 + *second;
}

}  // namespace

std::optional<DateSpan> parse_date(std::string_view text) {
  const auto day = day_of(text.substr(0, 10));
  if (!day) return std::nullopt;
  if (text.size() == 10) return DateSpan{*day, *day + kDaySeconds};
  if (text.size() != 20 || text[10] != 'T' || text[19] != 'Z') return std::nullopt;
  const auto time = time_of_day(text.substr(11, 8));
  if (!time) return std::nullopt;
  return DateSpan{*day + *time, *day + *time + 1};
}

std::string date_text(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm utc = {};
  gmtime_r(&time, &utc);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text.data();
}

}  // namespace topomorph::inline base
