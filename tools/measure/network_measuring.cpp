// Measures the network between the hosts of a job.
#include "tools/measure/network_measuring.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <mpi.h>

#include "core/base/successive.h"
#include "tools/measure/gathering.h"
#include "tools/measure/ping_pong.h"

namespace topomorph::measure {

namespace {

constexpr double kMeeting = 0.5, kUnderLoad = 1.0;  // seconds of one bandwidth measurement
constexpr std::size_t kSamples = 3,
                      kRepeats = 2;     // pairs that are measured alone; repetitions, of which the best counts
constexpr std::uint64_t kAllMeet = 32;  // hosts; with more, a sample of the pairs meets
constexpr std::uint64_t kFewestTournaments = 2, kMostTournaments = 6,
                        kEnoughMeetings = 36;  // kEnoughMeetings: of each host

/// One measurement on one level, by the first process of the pair.
struct LevelFinding {
  std::uint64_t level = 0, repeat = 0;
  double latency = 0, alone = 0, loaded = 0;  // 0: another kind of measurement
};

double median_or_zero(std::vector<double> values) { return values.empty() ? 0 : topology::median_of(values); }

/// Returns the groups of level l of a hierarchy. Level 0 has the hosts themselves.
topology::Partition level_below(const std::vector<topology::Partition>& groups, std::size_t hosts, std::size_t l) {
  return l > 0 ? groups[l - 1] : successive<std::uint64_t>(hosts);
}

topology::Partition level_around(const std::vector<topology::Partition>& groups, std::size_t hosts, std::size_t l) {
  return l < groups.size() ? groups[l] : topology::Partition(hosts, 0);
}

/// The part of this process in a round of host pairs.
class Player {
 public:
  explicit Player(const topology::JobTopology& job) : job_(job) { MPI_Comm_rank(MPI_COMM_WORLD, &rank_); }

  /// Waits for all processes, then calls measure(other, starts) if this process belongs to a pair of the round. Returns
  /// true on the process that starts.
  template <typename Measure>
  bool play(const HostRound& round, const Measure& measure) const {
    wait_for_all(MPI_COMM_WORLD);
    const auto me = static_cast<std::uint64_t>(rank_);
    for (const Pair& pair : between(job_, round)) {
      if (pair.first != me && pair.second != me) continue;
      const bool starts = pair.first == me;
      measure(static_cast<int>(starts ? pair.second : pair.first), starts);
      return starts;
    }
    return false;
  }

  /// Lets all pairs of the round send at the same time, from the first process to the second. Returns true on the
  /// first, with its rate.
  bool stream(const HostRound& round, double seconds, double& rate) const {
    int bytes = 0;
    play(round, [&](int other, bool starts) { bytes = stream_size(MPI_COMM_WORLD, other, starts, seconds); });
    return play(round,
                [&](int other, bool starts) { rate = stream_rate(MPI_COMM_WORLD, other, starts, bytes, seconds); });
  }

  bool is_first() const { return rank_ == 0; }
  /// Returns the host pair that this process started in the round.
  HostPair own_pair(const HostRound& round) const {
    const Round processes = between(job_, round);
    const auto mine = std::find_if(processes.begin(), processes.end(),
                                   [&](const Pair& pair) { return pair.first == static_cast<std::uint64_t>(rank_); });
    return round[static_cast<std::size_t>(mine - processes.begin())];
  }

 private:
  const topology::JobTopology& job_;
  int rank_ = 0;
};

class Tournament {
 public:
  explicit Tournament(const Player& player) : player_(player) {}

  void play(std::uint64_t hosts) {
    const std::uint64_t times =
        hosts > kAllMeet ? 1 : std::clamp(kEnoughMeetings / hosts, kFewestTournaments, kMostTournaments);
    for (std::uint64_t seed = 1; seed <= times; ++seed) {
      for (const HostRound& round : tournament(hosts, seed, kAllMeet)) play(round);
    }
  }

  std::vector<HostFinding> findings() const {
    std::vector<HostFinding> result;
    for (const auto& [pair, met] : met_) {
      double deviation = 0;
      for (const double seconds : met.latencies) deviation += std::log(seconds / least(met.latencies));
      result.push_back({pair.first, pair.second, least(met.latencies), low(met.rates),
                        deviation / static_cast<double>(met.latencies.size())});
    }
    return result;
  }

 private:
  struct Met {
    std::vector<double> latencies, rates;
  };

  /// Returns the second least of several values, so that a single disturbance does not count; the least of few values.
  static double low(std::vector<double> values) {
    const auto place = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 3);
    std::nth_element(values.begin(), place, values.end());
    return *place;
  }
  static double least(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }

  void play(const HostRound& round) {
    double seconds = 0, rate = 0;
    player_.play(round, [&](int other, bool starts) { seconds = latency(MPI_COMM_WORLD, other, starts); });
    const bool mine = player_.stream(round, kMeeting, rate);
    if (!mine) return;
    Met& met = met_[player_.own_pair(round)];
    met.latencies.push_back(seconds);
    met.rates.push_back(rate);
  }

  const Player& player_;
  std::map<HostPair, Met> met_;
};

/// Returns the groups that bandwidth shows, with the groups by latency that nest with them.
std::vector<topology::Partition> clustered(std::uint64_t hosts, const std::vector<HostFinding>& pairs,
                                           std::vector<std::string>& notes) {
  std::vector<topology::MeasuredPair> latencies, times;
  std::vector<double> deviations;
  for (const HostFinding& pair : pairs) {
    latencies.push_back({pair.first, pair.second, pair.latency});
    times.push_back({pair.first, pair.second, 1 / pair.rate});
    if (pair.deviation > 0) deviations.push_back(pair.deviation);
  }
  topology::ClusteringLimits limits;
  const std::vector<topology::Partition> by_bandwidth = topology::find_groups(hosts, times, limits);
  limits.noise = std::max(limits.noise, median_or_zero(deviations));
  const std::vector<topology::Partition> by_latency = topology::find_groups(hosts, latencies, limits);
  std::vector<topology::Partition> groups = topology::nested_union(by_bandwidth, by_latency);
  for (const topology::Partition& level : by_latency) {
    if (std::find(groups.begin(), groups.end(), level) == groups.end())
      notes.push_back("latency and bandwidth give different groups of hosts: bandwidth counts");
  }
  return groups;
}

/// Broadcasts the partitions of process 0.
std::vector<topology::Partition> shared(std::vector<topology::Partition> groups, std::uint64_t hosts) {
  std::uint64_t levels = groups.size();
  MPI_Bcast(&levels, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  groups.resize(levels, topology::Partition(hosts));
  for (topology::Partition& level : groups)
    MPI_Bcast(level.data(), static_cast<int>(hosts), MPI_UINT64_T, 0, MPI_COMM_WORLD);
  return groups;
}

/// Measures pairs across the level, first one after the other, then as many as possible at once.
std::vector<LevelFinding> measure_level(const Player& player, std::uint64_t level, const topology::Partition& inner,
                                        const topology::Partition& outer) {
  std::vector<LevelFinding> findings;
  const HostRound all = all_across(inner, outer);
  for (std::uint64_t repeat = 0; repeat < kRepeats; ++repeat) {
    for (const HostPair& sample : samples_across(inner, outer, kSamples)) {
      evaluation::LinkCost cost;
      if (player.play({sample}, [&](int other, bool starts) { cost = ping_pong(MPI_COMM_WORLD, other, starts); }))
        findings.push_back({level, repeat, cost.latency, cost.bandwidth, 0});
    }
    double rate = 0;
    if (player.stream(all, kUnderLoad, rate)) findings.push_back({level, repeat, 0, 0, rate});
  }
  return findings;
}

/// Takes the best repetition of each pair: disturbances only slow down.
topology::MeasuredLevel costs_of_level(const std::vector<LevelFinding>& findings, std::uint64_t level) {
  std::vector<double> latencies, alone, loaded;
  for (std::uint64_t repeat = 0; repeat < kRepeats; ++repeat) {
    std::vector<double> ways, rates;
    double together = 0, pairs = 0;
    for (const LevelFinding& finding : findings) {
      if (finding.level != level || finding.repeat != repeat) continue;
      if (finding.loaded > 0) together += finding.loaded, ++pairs;
      if (finding.alone > 0) ways.push_back(finding.latency), rates.push_back(finding.alone);
    }
    if (!ways.empty()) latencies.push_back(median_or_zero(ways)), alone.push_back(median_or_zero(rates));
    if (pairs > 0) loaded.push_back(together / pairs);
  }
  const auto least = std::min_element(latencies.begin(), latencies.end());
  const auto most = [](const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); };
  return {{}, 0, *least, most(alone), loaded.empty() ? most(alone) : most(loaded)};
}

/// Whether the outer level is so much slower than the inner one that it is a level of its own.
bool differs(const topology::MeasuredLevel& inner, const topology::MeasuredLevel& outer) {
  const double step = topology::ClusteringLimits().least_step;
  return outer.latency >= step * inner.latency || inner.alone >= step * outer.alone ||
         inner.loaded >= step * outer.loaded;
}

/// Drops levels whose difference disappears when they are measured by themselves.
void drop_alike(NetworkFindings& found, std::vector<topology::MeasuredLevel>& levels) {
  for (std::size_t l = 0; l < found.groups.size();) {
    if (differs(levels[l], levels[l + 1])) {
      ++l;
      continue;
    }
    found.groups.erase(found.groups.begin() + static_cast<std::ptrdiff_t>(l));
    levels.erase(levels.begin() + static_cast<std::ptrdiff_t>(l));
    found.notes.push_back("a level of groups of hosts was not confirmed by its own measurement: left out");
  }
}

}  // namespace

std::size_t NetworkFindings::level_of(std::uint64_t first, std::uint64_t second) const {
  std::size_t l = 0;
  while (l < groups.size() && groups[l][first] != groups[l][second]) ++l;
  return l;
}

NetworkFindings measure_network(const topology::JobTopology& job, const std::vector<std::string>& hosts) {
  const Player player(job);
  Tournament tournament(player);
  tournament.play(hosts.size());
  NetworkFindings found{hosts, {}, {}, gather(MPI_COMM_WORLD, tournament.findings()), {}};
  if (player.is_first()) found.groups = clustered(hosts.size(), found.pairs, found.notes);
  found.groups = shared(std::move(found.groups), hosts.size());

  std::vector<LevelFinding> mine;
  for (std::size_t l = 0; l <= found.groups.size(); ++l) {
    const auto more = measure_level(player, l, level_below(found.groups, hosts.size(), l),
                                    level_around(found.groups, hosts.size(), l));
    mine.insert(mine.end(), more.begin(), more.end());
  }
  wait_for_all(MPI_COMM_WORLD);
  const std::vector<LevelFinding> all = gather(MPI_COMM_WORLD, mine);
  if (!player.is_first()) return found;

  std::vector<topology::MeasuredLevel> levels;
  for (std::size_t l = 0; l <= found.groups.size(); ++l) levels.push_back(costs_of_level(all, l));
  drop_alike(found, levels);
  found.network = topology::arrange(hosts, found.groups);
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const std::string name = found.network.levels[l].name;
    found.network.levels[l] = levels[l];
    found.network.levels[l].name = name;
  }
  topology::set_distances(found.network);
  return found;
}

}  // namespace topomorph::measure
