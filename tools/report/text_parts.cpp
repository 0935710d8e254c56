// Parts of the text of one report and of two.
#include "tools/report/text_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/base/text.h"
#include "tools/output/message.h"

namespace topomorph::report {

namespace {

/// Sorted by distance, so that the order does not depend on the side; levels of one distance sorted by words.
using Rows = std::map<std::pair<std::uint64_t, std::string>, LevelRow>;

void add(const Place& place, const Order& order, bool second, Rows& rows) {
  for (std::size_t l = 0; l < order.evaluation.levels.size(); ++l) {
    const evaluation::LevelTraffic& level = order.evaluation.levels[l];
    const std::string words = level_words(place, order.evaluation, l);
    LevelRow& row = rows[{level.distance, words}];
    row.words = words;
    (second ? row.second : row.first) = level;
  }
}

std::vector<LevelRow> values(Rows& rows) {
  std::vector<LevelRow> list;
  for (auto& [key, row] : rows) list.push_back(std::move(row));
  return list;
}

/// Returns "8.1 s, of them 5.2 s in MPI".
std::string job_words(const OrderCourse& order) {
  return fmt::format("{}, of them {} in MPI", seconds_text(order.job.seconds), seconds_text(order.job.in_mpi));
}

/// Returns "node3 up (87 % busy)", or "none" if nothing leaves a host.
std::string busiest_link_words(const Report& report, const OrderCourse& order) {
  const auto link = std::ranges::max_element(order.links, {}, &LinkCourse::busy);
  if (link == order.links.end() || link->busy == 0) return "none";
  return fmt::format("{} ({:.0f} % busy)", output::for_terminal(link_words(report, link->link)),
                     std::min(percent(link->busy, order.seconds), 100.0));
}

}  // namespace

std::vector<LevelRow> level_rows(const Place& place, const Order& first, const Order* second) {
  Rows rows;
  add(place, first, false, rows);
  if (second != nullptr) add(place, *second, true, rows);
  return values(rows);
}

std::vector<LevelRow> level_rows(const Report& first, const Report& second) {
  Rows rows;
  add(*first.place, *first.before, false, rows);
  add(*second.place, *second.before, true, rows);
  return values(rows);
}

std::string meta_of(const formats::Profile& profile, const std::string& key) {
  const auto found = profile.meta.find(key);
  return found == profile.meta.end() ? "" : output::for_terminal(found->second);
}

double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

std::string seconds_text(double seconds) {
  static constexpr std::array kUnits = {"ns", "us", "ms"};
  double value = seconds * 1e9;
  for (const char* unit : kUnits) {
    if (value < 999.5) return fmt::format("{:.3g} {}", value, unit);
    value /= 1000;
  }
  return value < 999.5 ? fmt::format("{:.3g} s", value) : fmt::format("{:.0f} s", value);
}

std::string course_text(const Report& report) {
  if (!report.course) return "";
  const OrderCourse& before = report.course->before;
  std::string text = fmt::format("\nTime of the job, by a replay of its trace\n  now        {}; busiest link {}\n",
                                 job_words(before), busiest_link_words(report, before));
  if (!report.course->after) return text;
  const OrderCourse& after = *report.course->after;
  const double change = percent(after.job.seconds, before.job.seconds) - 100;
  return text + fmt::format("  reordered  {} ({}); busiest link {}\n", job_words(after), change_text(change),
                            busiest_link_words(report, after));
}

std::string wrapped(const std::string& sentence, std::size_t width) {
  std::string text, line = "  ";
  std::size_t at = 0;
  while (at < sentence.size()) {
    const std::size_t end = std::min(sentence.find(' ', at), sentence.size());
    if (line.size() > 2 && line.size() + 1 + end - at > width) {
      text += line + "\n";
      line = "    ";
    } else if (line.size() > 4 || (text.empty() && line.size() > 2)) {
      line += ' ';
    }
    line += sentence.substr(at, end - at);
    at = end + 1;
  }
  return text + line + "\n";
}

}  // namespace topomorph::report
