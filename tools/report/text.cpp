// Prints a report as text.
#include "tools/report/text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/base/units.h"
#include "tools/report/host_traffic.h"
#include "tools/report/program_json.h"
#include "tools/report/text_parts.h"
#include "tools/topomorph/message.h"

namespace topomorph::report {

namespace {

constexpr std::size_t kRows = 10;  // rows of a long list

std::string job_text(const Report& report) {
  if (!report.source.profile) {
    return fmt::format("affinity     {}\nranks        {}\n", cli::for_terminal(report.source.file),
                       report.source.affinity.roles());
  }
  const formats::Profile& profile = *report.source.profile;
  std::set<std::string> hosts;
  double seconds = 0;
  for (const formats::ProfiledRank& rank : profile.ranks) {
    hosts.insert(rank.location.host);
    seconds += rank.mpi_seconds;
  }
  const bool whole = profile.ranks.size() == profile.job_ranks;
  std::string text = fmt::format("program      {} {}\n", meta_of(profile, "program"), meta_of(profile, "arguments"));
  text += fmt::format("ranks        {} on {}{} host{}\n", profile.job_ranks, whole ? "" : "at least ", hosts.size(),
                      hosts.size() == 1 ? "" : "s");
  if (!whole) text += fmt::format("             {} in the profile: the job was aborted\n", profile.ranks.size());
  text += fmt::format("measured     {}, {}\n", meta_of(profile, "date"), meta_of(profile, "mpi"));
  text += fmt::format("collectives  {}\n", meta_of(profile, "collectives"));
  if (!profile.ranks.empty()) {
    text += fmt::format("time in MPI  {:.3f} s a rank\n", seconds / static_cast<double>(profile.ranks.size()));
  }
  return text;
}

std::string place_text(const Report& report) {
  if (!report.place) return "";
  std::string text = fmt::format("topology     {}\n", report.place->job.topology->describe());
  for (const std::string& note : report.place->notes) text += fmt::format("             {}\n", cli::for_terminal(note));
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
      fmt::format("\nWho talks over which distance{}\n", report.after ? fmt::format("{:>47}", "best order found") : "");
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
  const auto host_of = [&](Role role) { return hosts.contains(role) ? cli::for_terminal(hosts[role]) : "?"; };
  std::string text = "\nWho talks most\n";
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
                     cli::for_terminal(report.place->hosts.names[busiest]), volume_text(order.hosts[busiest].out),
                     volume_text(order.hosts[busiest].in), imbalance(order.hosts));
}

std::string busiest_link(const Report& report, const Order& order) {
  const auto& links = order.links;
  if (!links || links->busiest.empty()) return "no traffic";
  const evaluation::LinkLoad& link = links->busiest.front();
  return fmt::format("{}: {}, {}", cli::for_terminal(link_words(report, link.link)), volume_text(link.bytes),
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
    text += fmt::format("  {:<24} {:>10.3f} s {:>12} calls {:>10} {:>12} messages\n", cli::for_terminal(phase.name),
                        phase.seconds, phase.calls, volume_text(phase.bytes), phase.messages);
  }
  return text;
}

std::string calls_text(const formats::Profile& profile) {
  std::vector<CallSum> calls = calls_by_time(profile);
  if (calls.size() > kRows) calls.resize(kRows);
  std::string text = "\nCalls by time, all ranks together\n";
  for (const CallSum& call : calls) {
    text += fmt::format("  {:<24} {:>10.3f} s {:>12} calls {:>10}\n", cli::for_terminal(call.function), call.seconds,
                        call.count, volume_text(call.bytes));
  }
  return text;
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
  std::string text = "\nWhat reordering would save on these hosts\n";
  if (!report.saving->better()) return text + "  nothing: no better order was found\n";
  text += fmt::format("  {}\n  bytes x distance: {} -> {}\n  predicted time: {} -> {}\n", report.saving->message,
                      evaluation::to_string(gain.cost_before), evaluation::to_string(gain.cost_after),
                      seconds_text(gain.time_before), seconds_text(gain.time_after));
  if (gain.percent < report.saving->min_gain) {
    text += fmt::format("  topomorph run would keep the order: {} (--min-gain)\n",
                        under_text(gain.percent, report.saving->min_gain));
  }
  return text;
}

std::string confidence_text(const Report& report) {
  std::string text = "\nHow sure this is\n";
  for (const std::string& sentence : report.confidence) text += wrapped(sentence, 100);
  return text;
}

}  // namespace

std::string as_text(const Report& report) {
  std::string text =
      job_text(report) + place_text(report) + levels_text(report) + pairs_text(report) + busiest_text(report);
  if (report.source.profile) {
    text += phases_text(report.source) + calls_text(*report.source.profile) + sizes_text(*report.source.profile);
  } else {
    text += "\nCalls, sizes of messages and phases are not recorded: the file is no profile\n";
  }
  return text + saving_text(report) + confidence_text(report);
}

}  // namespace topomorph::report
