// Dates in UTC, as text and as seconds since 1970.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace topomorph::inline base {

inline constexpr std::int64_t kDaySeconds = 24 * 60 * 60;
/// The last second of the year 9999, the last that has a date.
inline constexpr std::int64_t kLastSecond = 253'402'300'799;

/// The seconds of a day or of an instant: from `begin` to before `end`.
struct DateSpan {
  std::int64_t begin = 0, end = 0;
};

/// Parses "2026-11-26", which is the whole day, or "2026-11-26T09:30:00Z", which is one second, from 1970 to 9999.
/// Returns nothing for any other text, and for days and hours that do not exist.
std::optional<DateSpan> parse_date(std::string_view text);

/// Returns "2026-11-26T09:30:00Z", for seconds from 0 to kLastSecond.
std::string date_text(std::int64_t seconds);

}  // namespace topomorph::inline base
