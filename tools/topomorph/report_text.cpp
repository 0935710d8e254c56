// The parts of a report, as text.
#include "tools/topomorph/report_text.h"

#include <algorithm>
#include <map>
#include <queue>

#include <fmt/format.h>

#include "core/support/units.h"

namespace topomorph::cli {

namespace {

constexpr std::size_t kRows = 10;  // of lists that could go on

std::string meta(const Profile& profile, const std::string& key) {
  const auto found = profile.meta.find(key);
  return found == profile.meta.end() ? "" : found->second;
}

double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

std::string level_name(const LevelTraffic& level) {
  if (level.name == "host") return "inside a host";
  if (level.name == "cluster") return "between hosts";
  return "inside a " + level.name;
}

struct Pair {
  Role source;
  AffinityEntry entry;
  bool operator<(const Pair& other) const { return entry.bytes > other.entry.bytes; }  // the least on top of the queue
};

std::vector<Pair> busiest_pairs(const Affinity& affinity) {
  std::priority_queue<Pair> queue;
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      if (entry.destination != source) queue.push({source, entry});
      if (queue.size() > kRows) queue.pop();
    }
  }
  std::vector<Pair> pairs;
  for (; !queue.empty(); queue.pop()) pairs.push_back(queue.top());
  std::reverse(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace

std::string describe_job(const Profile& profile) {
  std::map<std::string, std::uint64_t> ranks_of_host;
  double seconds = 0;
  for (const ProfiledRank& rank : profile.ranks) {
    ++ranks_of_host[rank.location.host];
    seconds += rank.mpi_seconds;
  }
  std::string text = fmt::format("program      {} {}\n", meta(profile, "program"), meta(profile, "arguments"));
  const bool whole = profile.ranks.size() == profile.job_ranks;
  text += fmt::format("ranks        {} on {}{} host{}\n", profile.job_ranks, whole ? "" : "at least ",
                      ranks_of_host.size(), ranks_of_host.size() == 1 ? "" : "s");
  if (!whole) text += fmt::format("             {} in the profile: the job was aborted\n", profile.ranks.size());
  text += fmt::format("measured     {}, {}\n", meta(profile, "date"), meta(profile, "mpi"));
  text += fmt::format("collectives  {}\n", meta(profile, "collectives"));
  if (!profile.ranks.empty()) {
    text += fmt::format("time in MPI  {:.3f} s a rank\n", seconds / static_cast<double>(profile.ranks.size()));
  }
  return text;
}

std::string describe_levels(const Evaluation& evaluation) {
  std::uint64_t total = 0;
  for (const LevelTraffic& level : evaluation.levels) total += level.bytes;
  std::string text = "\nWho talks over which distance\n";
  for (const LevelTraffic& level : evaluation.levels) {
    text += fmt::format("  {:<20} {:>10} {:>5.1f} % {:>12} messages\n", level_name(level), volume_text(level.bytes),
                        percent(static_cast<double>(level.bytes), static_cast<double>(total)), level.messages);
  }
  return text;
}

std::string describe_pairs(const Profile& profile, const Affinity& affinity) {
  std::map<Role, std::string> hosts;
  for (const ProfiledRank& rank : profile.ranks) hosts[rank.rank] = rank.location.host;
  const auto host_of = [&](Role role) { return hosts.contains(role) ? hosts[role] : "?"; };
  std::string text = "\nWho talks most\n";
  for (const Pair& pair : busiest_pairs(affinity)) {
    text += fmt::format("  {:>6} -> {:<6} {:>10} {:>12} messages   {} -> {}\n", pair.source, pair.entry.destination,
                        volume_text(pair.entry.bytes), pair.entry.messages, host_of(pair.source),
                        host_of(pair.entry.destination));
  }
  return text;
}

std::string describe_calls(const Profile& profile) {
  std::map<std::string, ProfiledCall> sums;
  for (const ProfiledCall& call : profile.calls) {
    ProfiledCall& sum = sums[call.function];
    sum.function = call.function;
    sum.count += call.count;
    sum.bytes += call.bytes;
    sum.seconds += call.seconds;
  }
  std::vector<ProfiledCall> calls;
  for (auto& [function, sum] : sums) calls.push_back(std::move(sum));
  std::stable_sort(calls.begin(), calls.end(), [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
  if (calls.size() > kRows) calls.resize(kRows);
  std::string text = "\nCalls by time, all ranks together\n";
  for (const ProfiledCall& call : calls) {
    text += fmt::format("  {:<24} {:>10.3f} s {:>12} calls {:>10}\n", call.function, call.seconds, call.count,
                        volume_text(call.bytes));
  }
  return text;
}

std::string describe_sizes(const Profile& profile) {
  constexpr double kWidth = 40;
  std::map<std::uint32_t, std::uint64_t> messages;
  std::uint64_t most = 1;
  for (const ProfiledSize& size : profile.sizes) most = std::max(most, messages[size.log2] += size.messages);
  std::string text = "\nMessages by size\n";
  for (const auto& [log2, count] : messages) {
    const std::string size = log2 == 0 ? "empty" : "< " + volume_text(std::uint64_t{1} << std::min(log2, 63u));
    const auto bar = static_cast<std::size_t>(kWidth * static_cast<double>(count) / static_cast<double>(most) + 0.5);
    text += fmt::format("  {:>10} {:>12} {}\n", size, count, std::string(bar, '#'));
  }
  return text;
}

}  // namespace topomorph::cli
