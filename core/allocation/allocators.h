// Which of the free hosts of a network a job gets, without a look at what it does there.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/mapping/baselines/free_hosts.h"

namespace topomorph::allocation {

/// Best fit (Lo et al. 1997, Leung et al. 2002, as in paper 001, section 2.1.1): of the runs of free hosts along
/// linear_order() the shortest with room, its first hosts; where no run has room, those hosts that are least apart
/// along the curve. In the order of the curve. O(hosts). Throws InputError as check_free().
std::vector<Slot> best_fit(const mapping::FreeHosts& free, std::uint64_t wanted);

/// Score of mc1x1 (paper 001, equation 1; the smaller the better): shells around the host are taken until they hold
/// `wanted` free hosts; the sum of the distances of so many, of the last shell the nearest. Shells are those of a
/// hypercube on a grid, so many hops in the dimension with most; of equal distance elsewhere.
std::uint64_t mc1x1_score(const mapping::FreeHosts& free, Slot centre, std::uint64_t wanted);

/// The hosts around the free host with the least score (the first of equals), inner shells first. Every free host is
/// scored: O(free^2), on meshes and tori of up to four dimensions free times the hosts in the hypercube. Throws
/// InputError as check_free().
std::vector<Slot> mc1x1(const mapping::FreeHosts& free, std::uint64_t wanted);

}  // namespace topomorph::allocation
