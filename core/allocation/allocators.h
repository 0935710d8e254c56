// Chooses free hosts of a network for a job: regardless of its traffic, or by TopoMatch with constraints.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/mapping/baselines/free_hosts.h"
#include "core/mapping/portfolio/map.h"

namespace topomorph::allocation {

/// Best fit ([Lo 1997], [Leung 2002], as in [Tuncer 2015, section 2.1.1]). Returns the first hosts of the shortest
/// sufficient run of free hosts along the curve (FreeHosts::curve). If no run suffices, returns the hosts with the
/// smallest span along the curve. The hosts are in the order of the curve. O(hosts). Throws InputError as check_free().
std::vector<Slot> best_fit(const mapping::FreeHosts& free, std::uint64_t wanted);

/// Returns the score of mc1x1 [Tuncer 2015, equation 1]; smaller is better. Takes shells around the host until they
/// hold `wanted` free hosts, and sums up the distances of `wanted` hosts, the nearest ones of the last shell. On a grid
/// a shell is a hypercube: equal hops in the dimension with the most. Elsewhere it is the hosts at equal distance.
std::uint64_t mc1x1_score(const mapping::FreeHosts& free, Slot centre, std::uint64_t wanted);

/// Returns the hosts around the free host with the least score (the first of equals), inner shells first. Scores every
/// free host: O(free^2); on meshes and tori of up to four dimensions free times the hosts in the hypercube. Throws
/// InputError as check_free().
std::vector<Slot> mc1x1(const mapping::FreeHosts& free, std::uint64_t wanted);

/// Maps the task groups of a job, one to a host, onto the free hosts, and returns the host of each group
/// [Jeannot 2022, section 4.6.3]. The free hosts are the constraints: on trees algorithm 3, whose partitions take all
/// of them, with groups without traffic in place of the hosts that stay free; elsewhere Scotch on the sub-architecture
/// of the free hosts (algorithm 4). `traffic` is that between the groups. Throws InputError as check_free(), and if
/// Scotch fails.
std::vector<Slot> topomatch_on(const mapping::FreeHosts& free, const Affinity& traffic,
                               const mapping::MapOptions& options);

}  // namespace topomorph::allocation
