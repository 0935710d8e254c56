// A better order for the processes of any communicator.
#pragma once

#include <mpi.h>

namespace topomorph::reorder {

/// A communicator with the processes of `comm` in a better order for what was measured so far; where there is none, or
/// where anything failed, in the old order. Collective over `comm`. Returns an MPI error class only where not even
/// MPI_Comm_dup worked.
int reorder_communicator(MPI_Comm comm, MPI_Comm* reordered) noexcept;

}  // namespace topomorph::reorder
