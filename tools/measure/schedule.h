// Who measures with whom, and when.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/topology/placement.h"
#include "core/topology/sources/measured/dendrogram.h"

namespace topomorph::measure {

/// Two processes that measure the way between them.
struct Pair {
  std::uint64_t level = 0;  ///< of the job's tree, where they meet
  std::uint64_t first = 0, second = 0;
};

/// Pairs that measure at the same time: of each host at most one process, so that they share no host's link.
using Round = std::vector<Pair>;

/// Levels inside the hosts: a pair of neighbouring children on every host, a round a level.
std::vector<Round> inside_hosts(const topology::JobTopology& job);

/// Hosts by number, each at most once in a round.
using HostPair = std::pair<std::uint64_t, std::uint64_t>;
using HostRound = std::vector<HostPair>;

/// The job's hosts by number, as their first processes.
Round between(const topology::JobTopology& job, const HostRound& hosts);

/// Everybody against everybody, as in a tournament (the circle method), in an order drawn from the seed: what the pairs
/// of a round do to each other on links that they share is not always the same. Of more than `all_meet` hosts only a
/// sample meets, hosts x log(hosts) pairs: neighbours in number at every distance that is a power of two, and twice as
/// many drawn ones.
std::vector<HostRound> tournament(std::uint64_t hosts, std::uint64_t seed, std::uint64_t all_meet = 32);

/// Pairs of hosts of one group of `outer`, but of different groups of `inner`: as many as can be at the same time, so
/// that every group sends to others all it can.
HostRound all_across(const topology::Partition& inner, const topology::Partition& outer);

/// Up to `most` of these, from all over: for measuring one after the other.
HostRound samples_across(const topology::Partition& inner, const topology::Partition& outer, std::size_t most);

}  // namespace topomorph::measure
