// Measures the pairs of a job in rounds, until repetitions agree.
#pragma once

#include <vector>

#include "core/wire/wire.h"
#include "reorder/network_pairs.h"
#include "reorder/steps/own_comm.h"

namespace topomorph::reorder {

/// Measures each reach once a round, all in 22 ms: two rounds, and up to two more until each value of each pair has
/// been found twice. No round begins later than 0.25 s after the first. Returns the records of the pairs that this
/// process starts; a value that was not found twice is in their `doubts`. Collective; throws CollectiveError.
std::vector<wire::NetworkRecord> measure_in_rounds(const OwnComm& comm, const NetworkPairs& pairs);

}  // namespace topomorph::reorder
