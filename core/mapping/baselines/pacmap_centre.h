// Where PaCMap (paper 001) begins: the host with most free hosts around it, the group of tasks nearest to all others.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mapping/baselines/free_hosts.h"
#include "core/mapping/multilevel/graph.h"

namespace topomorph::mapping {

/// How far PaCMap looks around a host, and what a free host at each distance counts.
struct Surroundings {
  struct Shell {
    std::uint64_t distance = 0;
    double count = 0;  ///< f, of equation 2
  };
  std::vector<Shell> shells;  ///< ascending; the last is R

  /// Meshes and tori of two or three dimensions with hops of equal cost: as in the paper, R two hops beyond the radius
  /// in which an endless grid has `wanted` hosts, f the inverse of its hosts at that many hops (in three dimensions
  /// 1 / (4 d^2 + 2)). Other networks: the same with the distances that occur in the network, its hosts at each
  /// distance, free or not, as seen from that one of eight hosts that has `wanted` nearest, and f the inverse of these
  /// numbers, or of one more than before where they do not grow, so that what is nearer always counts more.
  static Surroundings of(const Topology& network, std::uint64_t wanted);
};

/// Equation 2, the larger the better: free hosts within R, nearest first, count f(distance), from the one after
/// `wanted` on -f(distance).
double pacmap_score(const FreeHosts& free, Slot centre, std::uint64_t wanted, const Surroundings& around);

/// The free host with the best score, the first of equals. Beyond kMostCentres free hosts a share of them is scored,
/// evenly from the list: O(min(free, kMostCentres) x free), on meshes and tori of two or three dimensions times the
/// hosts within R.
Slot central_host(const FreeHosts& free, std::uint64_t wanted);
inline constexpr std::size_t kMostCentres = 4096;

/// The group with the least sum of shortest ways to all others; the first of equals. An edge is as long as its volume
/// is small (the inverse, against the heaviest; the paper does not say). Beyond kMostSources groups the ways to an even
/// share of them count.
Vertex central_group(const Graph& groups);
inline constexpr std::size_t kMostSources = 1024;

}  // namespace topomorph::mapping
