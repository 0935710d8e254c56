// Sessions (MPI 4): the set of all processes has the order of MPI_COMM_WORLD.
#pragma once

#include "runtime/mpi/real_mpi.h"

namespace topomorph::plugin::world {

/// Gives the group of "mpi://WORLD" the order of the substitute, if there is one. Before MPI_Init, and in programs that
/// never call it, sessions have the launcher's order: to compute another one all processes would have to take part, and
/// the standard lets each open its sessions alone.
int group_from_session_pset(real::Group_from_session_pset_t next, MPI_Session session, const char* name,
                            MPI_Group* group);

}  // namespace topomorph::plugin::world
