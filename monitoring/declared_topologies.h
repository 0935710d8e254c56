// The virtual topologies that the program lets MPI reorder (reorder=1), for its profile: the report predicts what a new
// order of their processes would save.
#pragma once

#include <string>
#include <vector>

#include <mpi.h>

#include "core/wire/frame_io.h"

namespace topomorph::monitoring::declared {

/// Notes a topology that was made in the order of `old`; `call` names it as in messages ("Cart_create 12x12"). The
/// first of equal calls on equal processes keeps this process's edges, others are counted. Local; costs a question to
/// MPI about each neighbour, and for another call of the same kind a look-up. Throws bad_alloc.
void note_kept(const std::string& call, MPI_Comm old, MPI_Comm made);

/// Notes that the order of a topology may change if one that is better is found. Local.
void note_asked() noexcept;

/// Notes that this call changed the order: the traffic between ranks of MPI_COMM_WORLD is then another than the
/// program's own. Throws bad_alloc.
void note_changed(const std::string& call);

/// Returns the calls that have changed an order, sorted. Throws bad_alloc.
std::vector<std::string> changed_calls();

/// Adds to the values of the Process frame what was noted, as core/wire/declared.h reads it. Throws bad_alloc.
void add_to(wire::KeyValues& process);

}  // namespace topomorph::monitoring::declared
