// Makes the communicator that a plan describes.
#pragma once

#include <cstdint>

#include <mpi.h>

#include "reorder/comm.h"

namespace topomorph::reorder {

/// Makes a communicator of the processes of `origin` in the order of `key`, for the application. It is made as the
/// application's own communicators are, because a tool after this library knows only communicators that it has seen
/// being made; `origin` must be one of them. Returns MPI's error code, whatever the error handler of `origin` is.
/// Collective.
int split_for_application(MPI_Comm origin, int key, MPI_Comm* made);

/// Makes a communicator of the processes of `comm` in which this process has rank `new_rank`, and checks rank and size
/// on every process: MPI libraries have split in a wrong order. The caller owns the result. Returns the null
/// communicator on all processes if any of them finds the result wrong. Collective.
MPI_Comm apply(const OwnComm& comm, std::uint64_t new_rank);

}  // namespace topomorph::reorder
