// Who measures with whom, and when.
#include "tools/measure/schedule.h"

#include <algorithm>

namespace topomorph::measure {

namespace {

/// The first node of the level inside [begin, end) that has two children, as the first slots of these.
bool neighbours_in(const TreeTopology& tree, std::size_t level, Slot begin, Slot end, Slot& first, Slot& second) {
  for (std::size_t node = tree.node_of(level, begin); node < tree.nodes(level) && tree.level(level).begin[node] < end;
       ++node) {
    first = tree.level(level).begin[node];
    const Slot after = tree.level(level).begin[node + 1];
    second = level == 1 ? first + 1 : tree.level(level - 1).begin[tree.node_of(level - 1, first) + 1];
    if (second < after) return true;
  }
  return false;
}

Round inside_hosts(const JobTopology& job, std::size_t level) {
  Round round;
  const std::vector<Slot>& hosts = job.tree.level(job.host_level).begin;
  for (std::size_t host = 0; host + 1 < hosts.size(); ++host) {
    Slot first = 0, second = 0;
    if (neighbours_in(job.tree, level, hosts[host], hosts[host + 1], first, second)) {
      round.push_back({level, job.process_of_slot[first], job.process_of_slot[second]});
    }
  }
  return round;
}

/// Round r of a tournament of `players` (an even number): the last stays, the others turn.
std::vector<std::pair<std::size_t, std::size_t>> tournament_round(std::size_t players, std::size_t r) {
  const std::size_t turning = players - 1;
  std::vector<std::pair<std::size_t, std::size_t>> games = {{r, players - 1}};
  for (std::size_t i = 1; i < players / 2; ++i) games.push_back({(r + i) % turning, (r + turning - i) % turning});
  return games;
}

void add_tournament(const JobTopology& job, std::size_t most_rounds, std::vector<Round>& rounds) {
  const std::vector<Slot>& begin = job.tree.level(job.host_level).begin;
  const std::size_t hosts = begin.size() - 1, players = hosts + hosts % 2;
  for (std::size_t r = 0; r + 1 < players && r < most_rounds; ++r) {
    Round round;
    for (const auto& [a, b] : tournament_round(players, r)) {
      if (std::max(a, b) >= hosts) continue;  // an odd host has nobody to play with
      const Slot first = begin[std::min(a, b)], second = begin[std::max(a, b)];
      round.push_back({job.tree.lca_level(first, second), job.process_of_slot[first], job.process_of_slot[second]});
    }
    rounds.push_back(std::move(round));
  }
}

}  // namespace

std::vector<Round> schedule_of(const JobTopology& job, std::size_t most_rounds) {
  std::vector<Round> rounds;
  for (std::size_t level = 1; level <= job.host_level; ++level) {
    if (Round round = inside_hosts(job, level); !round.empty()) rounds.push_back(std::move(round));
  }
  if (job.host_level < job.tree.levels()) add_tournament(job, most_rounds, rounds);
  return rounds;
}

}  // namespace topomorph::measure
