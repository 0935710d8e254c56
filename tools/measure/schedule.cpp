// Plans which processes measure with each other, and when.
#include "tools/measure/schedule.h"

#include <algorithm>
#include <map>
#include <random>

#include "core/base/successive.h"

namespace topomorph::measure {

namespace {

/// Finds the first node of the level inside [begin, end) with two children. Sets `first` and `second` to the first
/// slots of the children.
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

Round inside_hosts_at(const topology::JobTopology& job, std::size_t level) {
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

using Order = std::vector<std::uint64_t>;

Order shuffled(std::uint64_t hosts, std::mt19937_64& random) {
  Order order = successive<std::uint64_t>(hosts);
  for (std::uint64_t left = hosts; left > 1; --left) std::swap(order[left - 1], order[random() % left]);
  return order;
}

HostPair ascending(std::uint64_t a, std::uint64_t b) { return {std::min(a, b), std::max(a, b)}; }

/// Round r of the circle method: the last player of an even number stays, the others turn. A player without partner
/// meets number `hosts`, which is none.
HostRound tournament_round(const Order& order, std::uint64_t r) {
  const std::uint64_t players = order.size() + order.size() % 2, turning = players - 1;
  HostRound round;
  const auto play = [&](std::uint64_t a, std::uint64_t b) {
    if (std::max(a, b) < order.size()) round.push_back(ascending(order[a], order[b]));
  };
  play(r, players - 1);
  for (std::uint64_t i = 1; i < players / 2; ++i) play((r + i) % turning, (r + turning - i) % turning);
  return round;
}

/// Pairs hosts whose numbers differ by `step`, in every other stretch of that length.
HostRound neighbours_round(std::uint64_t hosts, std::uint64_t step, std::uint64_t stretch) {
  HostRound round;
  for (std::uint64_t host = 0; host + step < hosts; ++host) {
    if (host / step % 2 == stretch) round.push_back({host, host + step});
  }
  return round;
}

std::vector<HostRound> sampled_tournament(std::uint64_t hosts, std::mt19937_64& random) {
  std::vector<HostRound> rounds;
  for (std::uint64_t step = 1; step < hosts; step *= 2) {
    for (const std::uint64_t stretch : {0, 1}) {
      rounds.push_back(neighbours_round(hosts, step, stretch));
      for (int drawn = 0; drawn < 2; ++drawn) {
        const Order order = shuffled(hosts, random);
        HostRound& round = rounds.emplace_back();
        for (std::size_t i = 0; i + 1 < order.size(); i += 2) round.push_back(ascending(order[i], order[i + 1]));
      }
    }
  }
  std::erase_if(rounds, [](const HostRound& round) { return round.empty(); });
  return rounds;
}

/// Returns the hosts of each group of `outer`, sorted by their group of `inner`.
std::vector<Order> by_groups(const topology::Partition& inner, const topology::Partition& outer) {
  std::map<std::uint64_t, std::map<std::uint64_t, Order>> sorted;
  for (std::uint64_t host = 0; host < inner.size(); ++host) sorted[outer[host]][inner[host]].push_back(host);
  std::vector<Order> groups;
  for (const auto& [number, members] : sorted) {
    Order& group = groups.emplace_back();
    for (const auto& [part, hosts] : members) group.insert(group.end(), hosts.begin(), hosts.end());
  }
  return groups;
}

}  // namespace

std::vector<Round> inside_hosts(const topology::JobTopology& job) {
  std::vector<Round> rounds;
  for (std::size_t level = 1; level <= job.host_level; ++level) {
    if (Round round = inside_hosts_at(job, level); !round.empty()) rounds.push_back(std::move(round));
  }
  return rounds;
}

Round between(const topology::JobTopology& job, const HostRound& hosts) {
  const std::vector<Slot>& begin = job.tree.level(job.host_level).begin;
  Round round;
  for (const auto& [a, b] : hosts) {
    const Slot first = begin[a], second = begin[b];
    round.push_back({job.tree.lca_level(first, second), job.process_of_slot[first], job.process_of_slot[second]});
  }
  return round;
}

std::vector<HostRound> tournament(std::uint64_t hosts, std::uint64_t seed, std::uint64_t all_meet) {
  std::mt19937_64 random(seed);
  if (hosts > all_meet) return sampled_tournament(hosts, random);
  const Order order = shuffled(hosts, random);
  std::vector<HostRound> rounds;
  for (std::uint64_t r = 0; hosts > 1 && r + 1 < hosts + hosts % 2; ++r) rounds.push_back(tournament_round(order, r));
  return rounds;
}

HostRound all_across(const topology::Partition& inner, const topology::Partition& outer) {
  HostRound round;
  for (const Order& group : by_groups(inner, outer)) {
    const std::size_t half =
        (group.size() + 1) / 2;  // so far apart that members of a smaller inner group only meet members of others
    for (std::size_t i = 0; i + half < group.size(); ++i) {
      if (inner[group[i]] != inner[group[i + half]]) round.push_back(ascending(group[i], group[i + half]));
    }
  }
  return round;
}

HostRound samples_across(const topology::Partition& inner, const topology::Partition& outer, std::size_t most) {
  const HostRound all = all_across(inner, outer);
  const std::size_t count = std::min(all.size(), most);
  HostRound samples;
  for (std::size_t i = 0; i < count; ++i) samples.push_back(all[i * all.size() / count]);
  return samples;
}

}  // namespace topomorph::measure
