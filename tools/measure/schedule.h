// Who measures with whom, and when.
#pragma once

#include <cstdint>
#include <vector>

#include "core/topology/placement.h"

namespace topomorph::measure {

/// Two processes that measure the way between them.
struct Pair {
  std::uint64_t level = 0;  ///< of the job's tree, where they meet
  std::uint64_t first = 0, second = 0;
};

/// Pairs that measure at the same time: of each host at most one process, so that they share no link.
using Round = std::vector<Pair>;

/// Levels inside the hosts: a pair of neighbouring children on every host. Between hosts, and groups of them: everybody
/// against everybody as in a tournament (the circle method), a host's first process for all of it; of more than
/// `most_rounds` + 1 hosts not all pairs meet.
std::vector<Round> schedule_of(const JobTopology& job, std::size_t most_rounds = 31);

}  // namespace topomorph::measure
