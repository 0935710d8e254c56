// Everybody's record, through one engine.
#pragma once

#include <functional>

#include "core/wire/frame_io.h"
#include "reorder/budget.h"
#include "reorder/comm.h"

namespace topomorph::reorder {

/// Starts rank 0's engine with `arguments()`, sends it `first()` and then the records of all processes, and returns its
/// answer there; elsewhere nothing. The two are called on rank 0 only and may throw. When the budget is over, the hosts
/// that are left hand in summaries; when it is long over, all is given up. Collective; throws GivenUp.
wire::Buffer hand_in(const OwnComm& comm, const std::function<std::vector<std::string>()>& arguments,
                     const std::function<wire::Buffer()>& first, std::span<const char> record, const Budget& budget);

}  // namespace topomorph::reorder
