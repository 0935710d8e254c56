// Prints two reports beside each other.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/base/units.h"
#include "tools/report/host_traffic.h"
#include "tools/report/pattern_change.h"
#include "tools/report/program_json.h"
#include "tools/report/text.h"
#include "tools/report/text_parts.h"
#include "tools/topomorph/message.h"

namespace topomorph::report {

namespace {

constexpr std::size_t kRows = 10;

std::string change(double before, double after) {
  return before > 0 ? change_text((after / before - 1) * 100) : after > 0 ? "new" : "";
}

std::string row(const std::string& words, const std::string& first, const std::string& second,
                const std::string& changed) {
  return fmt::format("  {:<28} {:>16} {:>16} {:>10}\n", words, first, second, changed);
}

std::string volumes(const std::string& words, std::uint64_t first, std::uint64_t second) {
  return row(words, volume_text(first), volume_text(second),
             change(static_cast<double>(first), static_cast<double>(second)));
}

std::string seconds(const std::string& words, double first, double second) {
  return row(words, seconds_text(first), seconds_text(second), change(first, second));
}

double mpi_seconds(const formats::Profile& profile) {
  double sum = 0;
  for (const formats::ProfiledRank& rank : profile.ranks) sum += rank.mpi_seconds;
  return profile.ranks.empty() ? 0 : sum / static_cast<double>(profile.ranks.size());
}

std::string totals(const Report& first, const Report& second) {
  const Affinity &a = first.source.affinity, &b = second.source.affinity;
  std::string text = row("ranks", fmt::format("{}", a.roles()), fmt::format("{}", b.roles()), "");
  if (first.source.profile && second.source.profile) {
    text += seconds("time in MPI, a rank", mpi_seconds(*first.source.profile), mpi_seconds(*second.source.profile));
  }
  text += volumes("bytes", a.total_bytes(), b.total_bytes());
  if (const auto moved = pattern_change_percent(first, second)) {
    text += row("bytes between other ranks", "", fmt::format("{:.1f} %", *moved), "");
  }
  if (!first.source.knows_messages || !second.source.knows_messages) return text;
  return text + row("messages", fmt::format("{}", a.total_messages()), fmt::format("{}", b.total_messages()),
                    change(static_cast<double>(a.total_messages()), static_cast<double>(b.total_messages())));
}

std::string places(const Report& first, const Report& second) {
  if (!first.place || !second.place) return "\nWhere the ranks were is not known in both: no word on distances\n";
  std::string text = "\nWho talks over which distance\n";
  for (const LevelRow& level : level_rows(first, second)) {
    text += volumes(level.words, level.first.bytes, level.second.bytes);
  }
  const Order &a = *first.before, &b = *second.before;
  const auto cost = [](const Order& order) { return static_cast<double>(order.evaluation.hop_bytes); };
  text +=
      row("bytes x distance", fmt::format("{:.4g}", cost(a)), fmt::format("{:.4g}", cost(b)), change(cost(a), cost(b)));
  text += seconds("predicted time", a.predicted.seconds, b.predicted.seconds);
  if (first.place->hosts.names.size() > 1 && second.place->hosts.names.size() > 1) {
    text += row("busiest host over average", fmt::format("{:.2f}", imbalance(a.hosts)),
                fmt::format("{:.2f}", imbalance(b.hosts)), "");
  }
  return text;
}

std::string calls(const formats::Profile& first, const formats::Profile& second) {
  struct Both {
    double first = 0, second = 0;
  };
  std::map<std::string, Both> sums;
  for (const CallSum& call : calls_by_time(first)) sums[call.function].first = call.seconds;
  for (const CallSum& call : calls_by_time(second)) sums[call.function].second = call.seconds;
  std::vector<std::pair<std::string, Both>> list(sums.begin(), sums.end());
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
    return std::max(a.second.first, a.second.second) > std::max(b.second.first, b.second.second);
  });
  if (list.size() > kRows) list.resize(kRows);
  std::string text = "\nCalls by time, all ranks together\n";
  for (const auto& [function, both] : list) text += seconds(cli::for_terminal(function), both.first, both.second);
  return text;
}

}  // namespace

std::string compared_text(const Report& first, const Report& second) {
  std::string text = fmt::format("A            {}\nB            {}\n\n", cli::for_terminal(first.source.file),
                                 cli::for_terminal(second.source.file));
  text += row("", "A", "B", "change") + totals(first, second) + places(first, second);
  if (first.source.profile && second.source.profile) text += calls(*first.source.profile, *second.source.profile);
  return text;
}

}  // namespace topomorph::report
