// Mode auto inside the job: recalls at the start what is known of the program, and adds to it at the end.
#pragma once

#include "reorder/apply.h"
#include "reorder/steps/own_comm.h"

namespace topomorph::reorder {

/// Starts a job in mode auto: asks the engine what it knows of this program, carries out its decision and writes its
/// message. Puts a new order in place. is_learning() is true from
/// then on. Collective; throws CollectiveError, after which nothing is learnt of the run.
void automatic_world(const OwnComm& comm, const Installation& installation);

/// Whether something is to be learnt of this run. Local.
bool is_learning() noexcept;

/// Ends a job in mode auto: sends to the engine what was counted. Collective over the real MPI_COMM_WORLD.
void learn_job();

}  // namespace topomorph::reorder
