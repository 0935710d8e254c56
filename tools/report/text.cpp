// Prints one report as text, or two beside each other.
#include "tools/report/text.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/evaluation/network_costs.h"
#include "core/evaluation/network_doubt.h"
#include "core/formats/profile/trace_rows.h"
#include "tools/output/costs.h"
#include "tools/output/message.h"
#include "tools/report/host_traffic.h"
#include "tools/report/json_parts.h"
#include "tools/report/run_difference.h"
#include "tools/report/text_parts.h"

namespace topomorph::report {

namespace {

constexpr std::size_t kRows = 10;  // rows of a long list

/// Returns the mean of all ranks.
double mpi_seconds(const formats::Profile& profile) {
  double sum = 0;
  for (const formats::ProfiledRank& rank : profile.ranks) sum += rank.mpi_seconds;
  return profile.ranks.empty() ? 0 : sum / static_cast<double>(profile.ranks.size());
}

std::string job_text(const Report& report) {
  if (!report.source.profile) {
    const std::string& continued = report.source.continued;
    return fmt::format("affinity     {}\nranks        {}\n{}", output::for_terminal(report.source.file),
                       report.source.affinity.roles(),
                       continued.empty() ? "" : fmt::format("continued    {}\n", output::for_terminal(continued)));
  }
  const formats::Profile& profile = *report.source.profile;
  std::set<std::string> hosts;
  for (const formats::ProfiledRank& rank : profile.ranks) hosts.insert(rank.location.host);
  const bool whole = profile.ranks.size() == profile.job_ranks;
  std::string text = fmt::format("program      {} {}\n", meta_of(profile, "program"), meta_of(profile, "arguments"));
  text += fmt::format("ranks        {} on {}{}\n", profile.job_ranks, whole ? "" : "at least ",
                      counted(hosts.size(), "host"));
  if (!whole) text += fmt::format("             {} in the profile: the job was aborted\n", profile.ranks.size());
  text += fmt::format("measured     {}, {}\n", meta_of(profile, "date"), meta_of(profile, "mpi"));
  text += fmt::format("collectives  {}\n", meta_of(profile, "collectives"));
  if (const std::string trace = formats::trace_text(profile.meta); !trace.empty()) {
    text += fmt::format("events       {}\n", output::for_terminal(trace));
  }
  if (const auto far = profile.meta.find("far_from_gpu"); far != profile.meta.end()) {
    text += fmt::format("GPUs         {}\n", output::for_terminal(far->second));
  }
  if (!profile.ranks.empty()) text += fmt::format("time in MPI  {:.3f} s a rank\n", mpi_seconds(profile));
  return text;
}

std::string place_text(const Report& report) {
  if (!report.place) return "";
  std::string text = fmt::format("topology     {}\n", report.place->job.topology->describe());
  for (const std::string& note : report.place->notes)
    text += fmt::format("             {}\n", output::for_terminal(note));
  return text;
}

std::string messages_text(const Report& report, std::uint64_t messages) {
  return report.source.knows_messages ? fmt::format("{}", messages) : "-";
}

/// Prints, for trees, every level in both orders; otherwise the distances of both orders.
std::string levels_text(const Report& report) {
  if (!report.place) return "";
  const std::vector<LevelRow> rows = level_rows(*report.place, *report.before, report.after ? &*report.after : nullptr);
  double before = 0, after = 0;
  for (const LevelRow& row : rows) {
    before += static_cast<double>(row.first.bytes);
    after += static_cast<double>(row.second.bytes);
  }
  std::string text =
      fmt::format("\nTraffic by distance{}\n", report.after ? fmt::format("{:>57}", "best order found") : "");
  for (const LevelRow& row : rows) {
    text +=
        fmt::format("  {:<20} {:>10} {:>5.1f} % {:>12} messages", row.words, volume_text(row.first.bytes),
                    percent(static_cast<double>(row.first.bytes), before), messages_text(report, row.first.messages));
    if (report.after) {
      text += fmt::format("   {:>10} {:>5.1f} %", volume_text(row.second.bytes),
                          percent(static_cast<double>(row.second.bytes), after));
    }
    text += "\n";
  }
  return text;
}

std::string pairs_text(const Report& report) {
  std::map<Role, std::string> hosts;  // of an aborted job the known ones
  if (report.source.profile) {
    for (const formats::ProfiledRank& rank : report.source.profile->ranks) hosts[rank.rank] = rank.location.host;
  }
  const auto host_of = [&](Role role) { return hosts.contains(role) ? output::for_terminal(hosts[role]) : "?"; };
  std::string text = "\nBusiest pairs\n";
  for (const BusyPair& pair : report.busiest) {
    text += fmt::format("  {:>6} -> {:<6} {:>10} {:>12} messages", pair.source, pair.entry.destination,
                        volume_text(pair.entry.bytes), messages_text(report, pair.entry.messages));
    if (report.source.profile)
      text += fmt::format("   {} -> {}", host_of(pair.source), host_of(pair.entry.destination));
    text += "\n";
  }
  return text;
}

std::string busiest_host(const Report& report, const Order& order) {
  std::size_t busiest = 0;
  const auto outside = [&](std::size_t h) {
    return static_cast<double>(order.hosts[h].out) + static_cast<double>(order.hosts[h].in);
  };
  for (std::size_t h = 0; h < order.hosts.size(); ++h) busiest = outside(h) > outside(busiest) ? h : busiest;
  return fmt::format("{}: {} out, {} in, {:.2f} times the average",
                     output::for_terminal(report.place->hosts.names[busiest]), volume_text(order.hosts[busiest].out),
                     volume_text(order.hosts[busiest].in), imbalance(order.hosts));
}

std::string busiest_link(const Report& report, const Order& order) {
  const auto& links = order.links;
  if (!links || links->busiest.empty()) return "no traffic";
  const evaluation::LinkLoad& link = links->busiest.front();
  return fmt::format("{}: {}, {}", output::for_terminal(link_words(report, link.link)), volume_text(link.bytes),
                     seconds_text(report.unit_link.seconds(0, link.load())));
}

std::string busiest_text(const Report& report) {
  if (!report.place) return "";
  std::string text = "\nBusiest\n";
  const auto add = [&](const char* what, const auto& words) {
    text += fmt::format("  {:<6} {}\n", what, words(report, *report.before));
    if (report.after) text += fmt::format("         {} in the best order found\n", words(report, *report.after));
  };
  if (report.place->hosts.names.size() > 1) add("host", busiest_host);
  if (report.routing) add("link", busiest_link);
  return text;
}

std::string phases_text(const Source& source) {
  const std::vector<PhaseSum> phases = phases_of(source);
  if (phases.size() < 2) return "";
  std::string text = "\nPhases\n";
  for (const PhaseSum& phase : phases) {
    text += fmt::format("  {:<24} {:>10.3f} s {:>12} calls {:>10} {:>12} messages\n", output::for_terminal(phase.name),
                        phase.seconds, phase.calls, volume_text(phase.bytes), phase.messages);
  }
  return text;
}

std::string calls_text(const formats::Profile& profile) {
  std::vector<CallSum> calls = calls_by_time(profile);
  if (calls.size() > kRows) calls.resize(kRows);
  std::string text = "\nCalls by time, sum of all ranks\n";
  for (const CallSum& call : calls) {
    text += fmt::format("  {:<24} {:>10.3f} s {:>12} calls {:>10}\n", output::for_terminal(call.function), call.seconds,
                        call.count, volume_text(call.bytes));
  }
  return text;
}

std::string measured_text(const formats::Profile& profile) {
  const std::string lines = output::network_text(evaluation::NetworkCosts(profile.network));
  if (lines.empty()) return "";
  const std::string doubt = evaluation::doubt_about(profile.network, profile.network_doubt);
  return "\nNetwork, as the job has measured it\n" + lines +
         (doubt.empty()
              ? ""
              : fmt::format("  Predictions do not use it, because {}.\n", evaluation::clause_of_doubt(doubt)));
}

std::string sizes_text(const formats::Profile& profile) {
  constexpr double kWidth = 40;
  std::map<std::uint32_t, std::uint64_t> messages;
  std::uint64_t most = 1;
  for (const formats::ProfiledSize& size : profile.sizes) most = std::max(most, messages[size.log2] += size.messages);
  std::string text = "\nMessages by size\n";
  for (const auto& [log2, count] : messages) {
    const std::string size = log2 == 0 ? "empty" : "< " + volume_text(std::uint64_t{1} << std::min(log2, 63u));
    const auto bar = static_cast<std::size_t>(kWidth * static_cast<double>(count) / static_cast<double>(most) + 0.5);
    text += fmt::format("  {:>10} {:>12} {}\n", size, count, std::string(bar, '#'));
  }
  return text;
}

std::string saving_text(const Report& report) {
  if (!report.saving) return "";
  const planning::Gain& gain = report.saving->gain;
  std::string text = "\nSaving by reordering on these hosts\n";
  if (!report.saving->better()) return text + "  nothing: no better order was found\n";
  text +=
      fmt::format("  {}\n  bytes x distance: {} -> {}\n  predicted communication time: {} -> {}\n", report.saving->line,
                  evaluation::to_string(gain.cost_before), evaluation::to_string(gain.cost_after),
                  seconds_text(gain.time_before), seconds_text(gain.time_after));
  return text;
}

std::string confidence_text(const Report& report) {
  std::string text = "\nConfidence\n";
  for (const std::string& sentence : report.confidence) text += wrapped(sentence, 100);
  return text;
}

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
  if (!first.place || !second.place) return "\nThe places of the ranks are not known in both: no distances\n";
  std::string text = "\nTraffic by distance\n";
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
  std::string text = "\nCalls by time, sum of all ranks\n";
  for (const auto& [function, both] : list) text += seconds(output::for_terminal(function), both.first, both.second);
  return text;
}

}  // namespace

std::string as_text(const Report& report) {
  std::string text =
      job_text(report) + place_text(report) + levels_text(report) + pairs_text(report) + busiest_text(report);
  if (report.source.profile) {
    text += phases_text(report.source) + calls_text(*report.source.profile) + sizes_text(*report.source.profile) +
            measured_text(*report.source.profile);
  } else {
    text += "\nCalls, sizes of messages and phases are not recorded: the file is not a profile\n";
  }
  return text + saving_text(report) + topologies_text(report.topologies, report.source.topologies.kinds) +
         course_text(report) + confidence_text(report);
}

namespace {

/// Returns the reasons why B took another time than A, in seconds that add up.
std::string difference_text(const Report& first, const Report& second) {
  std::string reason;
  const auto found = run_difference(first, second, reason);
  if (!found) return fmt::format("\nWhy B took another time than A: not known ({})\n", output::for_terminal(reason));
  std::string text = fmt::format("\nB took {:+.3g} s in comparison with A ({:.3g} s -> {:.3g} s), by replays:\n",
                                 found->all(), found->first, found->second);
  const auto add = [&](const char* what, double seconds) {
    text += fmt::format("  {:<38}{:>+10.3g} s\n", what, seconds);
  };
  add("another order of the ranks", found->order);
  add("other hosts, network and processors", found->place);
  add("the program's own computation", found->processor);
  add("other messages", found->traffic);
  add("not explained (noise, other jobs)", found->rest);
  return text;
}

}  // namespace

std::string compared_text(const Report& first, const Report& second) {
  std::string text = fmt::format("A            {}\nB            {}\n\n", output::for_terminal(first.source.file),
                                 output::for_terminal(second.source.file));
  text += row("", "A", "B", "change") + totals(first, second) + places(first, second);
  if (first.source.profile && second.source.profile) text += calls(*first.source.profile, *second.source.profile);
  return text + difference_text(first, second);
}

}  // namespace topomorph::report
