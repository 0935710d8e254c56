// Searches for a plan on every host of the job with another seed, and takes the best result.
#pragma once

#include <functional>

#include "core/wire/frame_io.h"
#include "reorder/steps/own_comm.h"
#include "runtime/process/fixed_string.h"

namespace topomorph::reorder {

/// Returns the answer of one host's engine to `request`. `searcher` is the number of the host, from 0. May throw.
using Ask = std::function<wire::Buffer(const wire::Buffer& request, std::uint64_t searcher)>;

/// Sends rank 0's request to all of `leaders` (one process of each host). Each asks its own engine, and the answer
/// whose order has the least predicted time comes to rank 0; of equal answers, that of the lowest rank, so that the
/// result depends on the answers alone. Hosts that fail do not count. On rank 0: returns the answer, which is empty if
/// no host has one; `failure` is then the failure of rank 0's own engine. Collective over `leaders`; throws
/// CollectiveError.
wire::Buffer best_answer(const OwnComm& leaders, wire::Buffer request, const Ask& ask, process::FixedString& failure);

}  // namespace topomorph::reorder
