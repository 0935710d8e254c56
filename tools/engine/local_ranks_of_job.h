// Which hosts of a job keep their local ranks.
#pragma once

#include <optional>

#include "core/mapping/local_ranks/local_ranks.h"
#include "core/planning/job_slots.h"
#include "tools/engine/plan_request.h"

namespace topomorph::engine {

/// Returns the slots of the hosts whose processes keep their local ranks; nothing if no host has to. With "keep" these
/// are all hosts. With "auto" they are those with a process that uses a GPU, when the order is that of MPI_COMM_WORLD:
/// a program that asks for another order itself, by tm_reorder or a virtual topology, has its GPUs by then. Hosts with
/// one process keep them by themselves.
std::optional<mapping::LocalRanks> kept_local_ranks(const PlanRequest& request, const PlanOptions& options,
                                                    const planning::JobSlots& job);

/// Returns how many processes there are on hosts that keep their local ranks.
std::size_t processes_with_kept_local_ranks(const PlanRequest& request, const PlanOptions& options);

}  // namespace topomorph::engine
