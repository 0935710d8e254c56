// The hosts of a job search for the same plan, each in its own way, and the best one counts.
#pragma once

#include <functional>

#include "core/wire/frame_io.h"
#include "plugin/process/fixed_string.h"
#include "reorder/comm.h"

namespace topomorph::reorder {

/// What the engine of one host answers to `request`; `searcher` is the number of the host, from 0. May throw.
using Ask = std::function<wire::Buffer(const wire::Buffer& request, std::uint64_t searcher)>;

/// Rank 0's request goes to all of `leaders` (one process of each host), each asks its own engine, and the answer whose
/// order takes the least predicted time comes to rank 0; of equal ones that of the lowest rank, so that the outcome
/// depends on the answers alone. Whoever fails does not count. On rank 0: the answer, empty if nobody has one, with
/// `failure` as the line of rank 0's own engine. Collective over `leaders`; throws CollectiveError.
wire::Buffer best_answer(const OwnComm& leaders, wire::Buffer request, const Ask& ask, process::FixedString& failure);

}  // namespace topomorph::reorder
