// The note on a communicator of tm_reorder: the rank that this process had before.
//
// The note is an attribute whose value is the number itself: nothing to free, and no table of handles that become
// stale.
#pragma once

#include <optional>

#include <mpi.h>

namespace topomorph::plugin::api {

/// Notes the old rank of this process on a new communicator, whose duplicates inherit it. Returns an MPI error class.
int note_old_rank(MPI_Comm reordered, int old_rank);

/// Returns the rank that this process had before tm_reorder(), from the note on `comm`; empty for other communicators.
std::optional<int> noted_old_rank(MPI_Comm comm);

}  // namespace topomorph::plugin::api
