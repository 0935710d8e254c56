// Which rank a process had before tm_reorder(), kept on the communicator that came from it.
#pragma once

#include <optional>

#include <mpi.h>

namespace topomorph::api {

/// Notes the old rank of this process on a new communicator; its duplicates inherit the note. Returns an MPI error
/// class.
int note_old_rank(MPI_Comm reordered, int old_rank);

/// The note on `comm`; for MPI_COMM_WORLD's substitute the rank in the real world. None on other communicators.
std::optional<int> old_rank(MPI_Comm comm);

}  // namespace topomorph::api
