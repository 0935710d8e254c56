// From a plan to a communicator.
#pragma once

#include <cstdint>

#include <mpi.h>

#include "reorder/comm.h"

namespace topomorph::reorder {

/// The processes of `origin` in the order of `key`, for the application: made as its own communicators are, so that a
/// tool behind us, which knows only communicators whose making it has seen, knows this one. `origin` is one it knows.
/// Returns MPI's error code, whatever the error handler of `origin`. Collective.
int split_for_application(MPI_Comm origin, int key, MPI_Comm* made);

/// The processes of `comm` with this process as rank `new_rank`. Checks rank and size on every process: the order of a
/// split has been wrong in MPI libraries. The caller owns the result; the null communicator, on all processes, where
/// any of them found it wrong. Collective.
MPI_Comm apply(const OwnComm& comm, std::uint64_t new_rank);

}  // namespace topomorph::reorder
