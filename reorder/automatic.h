// topomorph auto inside the job: what is known of the program is recalled at its start and added to at its end.
#pragma once

#include "reorder/comm.h"

namespace topomorph::reorder {

/// The start of a job in mode auto: asks the engine what it knows of this program, and carries that out. Returns the
/// new communicator, which the caller owns, or the null communicator, and says so. From then on is_learning().
/// Collective; throws CollectiveError, after which nothing will be learnt.
MPI_Comm automatic_world(const OwnComm& comm);

/// Whether this run is to be learnt from. Local.
bool is_learning() noexcept;

/// The end of such a job: hands in what was counted. Collective over the real MPI_COMM_WORLD.
void learn_job();

}  // namespace topomorph::reorder
