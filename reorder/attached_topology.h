// Attaches the virtual topology of a communicator to its reordered form.
#pragma once

#include <mpi.h>

namespace topomorph::reorder {

/// Gives `*reordered`, a communicator of the processes of `old`, the virtual topology of `old`: the process with rank r
/// in it has the place and the neighbours of rank r in `old`. Replaces the communicator by one with the topology.
/// Without a topology, or if MPI fails (which a line says), the communicator stays as it is. Collective.
void inherit_topology(MPI_Comm old, MPI_Comm* reordered);

}  // namespace topomorph::reorder
