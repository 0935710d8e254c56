// The grid or graph that is attached to a communicator goes along when its ranks get a new order.
#pragma once

#include <mpi.h>

namespace topomorph::reorder {

/// Gives `*reordered`, a communicator of the processes of `old`, the virtual topology of `old`: who has rank r now is
/// at the place, and has the neighbours, that rank r had. Replaces the communicator by one that has it; without a
/// topology, or where MPI fails (which is said), it stays as it is. Collective.
void inherit_topology(MPI_Comm old, MPI_Comm* reordered);

}  // namespace topomorph::reorder
