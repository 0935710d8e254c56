// Chooses free hosts of a network for a job, regardless of its traffic.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/mapping/baselines/free_hosts.h"

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

}  // namespace topomorph::allocation
