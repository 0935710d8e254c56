// Plan of which processes measure with each other, and when.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/topology/hosts/placement.h"
#include "core/topology/sources/measured/clustering.h"

namespace topomorph::measure {

/// Two processes that measure the link between them.
struct Pair {
  std::uint64_t level = 0;  ///< on which they meet in the tree of the job
  std::uint64_t first = 0, second = 0;
};

/// Pairs that measure at the same time. Each host has at most one process in a round, so that no pairs share a host's
/// link.
using Round = std::vector<Pair>;

/// Returns rounds for the levels inside the hosts: a round a level, a pair of neighbouring children on every host.
std::vector<Round> inside_hosts(const topology::JobTopology& job);

/// Numbers of hosts; each host occurs at most once in a round.
using HostPair = std::pair<std::uint64_t, std::uint64_t>;
using HostRound = std::vector<HostPair>;

/// Returns the pairs of hosts as pairs of their first processes.
Round between(const topology::JobTopology& job, const HostRound& hosts);

/// Returns rounds in which every host meets every other (the circle method), in an order drawn from the seed: pairs of
/// one round disturb each other on shared links, and the order varies who does. With more than `all_meet` hosts a
/// sample of hosts x log(hosts) pairs meets: neighbours at every power of two of distance, and twice as many drawn
/// pairs.
std::vector<HostRound> tournament(std::uint64_t hosts, std::uint64_t seed, std::uint64_t all_meet = 32);

/// Returns as many disjoint pairs as possible of hosts of one group of `outer` and different groups of `inner`, so that
/// every group sends to others at its full rate.
HostRound all_across(const topology::Partition& inner, const topology::Partition& outer);

/// Returns up to `most` of the pairs of all_across(), spread evenly, to be measured one after the other.
HostRound samples_across(const topology::Partition& inner, const topology::Partition& outer, std::size_t most);

}  // namespace topomorph::measure
