// PaCMap's start [Tuncer 2015]: the host with most free hosts around it, and the group of tasks nearest to all others.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mapping/baselines/free_hosts.h"
#include "core/mapping/graph/graph.h"

namespace topomorph::mapping {

/// How far PaCMap looks around a host, and how much a free host counts at each distance.
struct Surroundings {
  struct Shell {
    std::uint64_t distance = 0;
    double count = 0;  ///< f of equation 2
  };
  std::vector<Shell> shells;  ///< ascending by distance; the last is R

  /// Returns the shells for a job of `wanted` hosts.
  /// Meshes and tori of two or three dimensions with hops of equal cost follow the paper: R is two hops beyond the
  /// radius within which an endless grid has `wanted` hosts, and f is the inverse of the number of its hosts at that
  /// many hops (in three dimensions 1 / (4 d^2 + 2)).
  /// Other networks: the same with the distances that occur in the network and its hosts at each distance, free or not.
  /// Of eight hosts, the one whose `wanted` nearest hosts are nearest provides these numbers. f is the inverse of the
  /// number; if a number is not above the previous one, the previous one plus 1 replaces it, so that nearer hosts
  /// always count more.
  static Surroundings of(const Topology& network, std::uint64_t wanted);
};

/// Returns the score of equation 2, the larger the better: within R the `wanted` nearest free hosts count f(distance),
/// all others -f(distance).
double pacmap_score(const FreeHosts& free, Slot centre, std::uint64_t wanted, const Surroundings& around);

/// Returns the free host with the best score, on a tie the first. Of more than kMostCentres free hosts only an even
/// sample of the list is scored. Costs O(min(free, kMostCentres) x free); on meshes and tori of two or three dimensions
/// the hosts within R replace the second factor.
Slot central_host(const FreeHosts& free, std::uint64_t wanted);
inline constexpr std::size_t kMostCentres = 4096;

/// Returns the group with the least sum of shortest paths to all others, on a tie the first. The length of an edge is
/// the inverse of its volume, relative to the heaviest edge; the paper does not specify it. Of more than kMostSources
/// groups only paths to an even sample count.
Vertex central_group(const Graph& groups);
inline constexpr std::size_t kMostSources = 1024;

}  // namespace topomorph::mapping
