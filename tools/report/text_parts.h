// Parts of the text of one report and of two.
#pragma once

#include <string>
#include <vector>

#include "tools/report/report.h"

namespace topomorph::report {

/// One level in two orders. Without a tree: one distance that occurs in either.
struct LevelRow {
  std::string words;
  evaluation::LevelTraffic first, second;
};
/// Returns the levels of both orders. `second` may be null: its numbers are 0.
std::vector<LevelRow> level_rows(const Place& place, const Order& first, const Order* second);
/// Returns the levels of two reports, joined by their words.
std::vector<LevelRow> level_rows(const Report& first, const Report& second);

/// Returns a value of the profile's Meta, safe for a terminal; empty if there is none.
std::string meta_of(const formats::Profile& profile, const std::string& key);

double percent(double part, double whole);

/// Returns "1.25 s", "340 us": three digits.
std::string seconds_text(double seconds);

/// Returns the seconds of the job by replay, and the busiest links, in both orders; empty without a replay.
std::string course_text(const Report& report);

/// Breaks a sentence into indented lines of at most `width` characters.
std::string wrapped(const std::string& sentence, std::size_t width);

}  // namespace topomorph::report
