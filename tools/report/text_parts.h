// What the texts of one report and of two have in common.
#pragma once

#include <string>
#include <vector>

#include "tools/report/report.h"

namespace topomorph::report {

/// One level in two orders; of topologies that are no trees, the distances of either.
struct LevelRow {
  std::string words;
  evaluation::LevelTraffic first, second;
};
/// `second` may be null, and its numbers are 0 then.
std::vector<LevelRow> level_rows(const Place& place, const Order& first, const Order* second);
/// The same for two jobs; levels are joined by their words.
std::vector<LevelRow> level_rows(const Report& first, const Report& second);

/// Of the profile's meta, for a terminal; empty where there is none.
std::string meta_of(const formats::Profile& profile, const std::string& key);

double percent(double part, double whole);

/// "1.25 s", "340 us": three digits.
std::string seconds_text(double seconds);

/// Lines of at most `width`, indented.
std::string wrapped(const std::string& sentence, std::size_t width);

}  // namespace topomorph::report
