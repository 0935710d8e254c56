// The start of a job: checks and reads its settings and, in mode run, gives its ranks a new order.
//
// All calls go to the next MPI library (real::*). No function throws, and none changes anything unless all processes
// can.
#pragma once

#include "monitoring/recording/call_budget.h"
#include "reorder/apply.h"

namespace topomorph::reorder {

/// Called before MPI_Init. Remembers what the launcher's environment says: Open MPI changes it where it is not the
/// launcher's library.
void before_init() noexcept;

/// Called right after MPI_Init on all processes of MPI_COMM_WORLD that have the library; collective once they know that
/// all have it. Remembers the paths of engine and profile, because the application may change its directory. Mode run:
/// makes the communicator that is to stand in for MPI_COMM_WORLD and puts it in place, on all processes or on none.
/// Mode profile: finds out whether a profile can be written. Mode auto: recalls what is known of the program, and then
/// acts as one of the other modes or as both. In other modes, for spawned processes and after any failure, the order is
/// kept.
void at_init(const Installation& installation) noexcept;

/// Whether the calls of this job are to be counted, as at_init() has decided. Local.
bool counts() noexcept;

/// Returns what the recording of this process may take; no bytes: there is none. Local.
monitoring::recording::Limits trace_limits() noexcept;

}  // namespace topomorph::reorder
