// Makes the communicator that a plan describes.
#pragma once

#include <cstdint>

#include <mpi.h>

#include "reorder/steps/own_comm.h"

namespace topomorph::reorder {

/// Makes a communicator of the processes of `origin` in the order of `key`, for the application. It is made as the
/// application's own communicators are, because a tool after this library knows only communicators that it has seen
/// being made; `origin` must be one of them. Returns MPI's error code, whatever the error handler of `origin` is.
/// Collective.
int split_for_application(MPI_Comm origin, int key, MPI_Comm* made);

/// How a communicator is made to stand in for MPI_COMM_WORLD (plugin/world).
struct Installation {
  bool (*install)(MPI_Comm reordered);  ///< true: it is in place and no longer the caller's
  void (*uninstall)();                  ///< undoes install()
};

/// Makes a communicator of the processes of `comm` in which this process has rank `new_rank`, and checks rank and size
/// on every process: MPI libraries have split in a wrong order. Puts it in place by `installation`; null: the caller
/// owns the result. Returns the null communicator on all processes, and has put nothing in place, if any of them has
/// failed: two orders at once would break the job. Collective.
MPI_Comm apply(const OwnComm& comm, std::uint64_t new_rank, const Installation* installation = nullptr);

}  // namespace topomorph::reorder
