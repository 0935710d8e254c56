// tm_reorder: gives the processes of a communicator a better order.
#pragma once

#include <mpi.h>

namespace topomorph::reorder {

/// Makes a communicator of the processes of `comm` in a better order for the traffic that was measured so far; in the
/// old order if there is no better one or anything fails. Collective over `comm`. Returns an MPI error class only if
/// MPI could not even copy the communicator. The caller owns `*reordered`.
int reorder_communicator(MPI_Comm comm, MPI_Comm* reordered) noexcept;

}  // namespace topomorph::reorder
