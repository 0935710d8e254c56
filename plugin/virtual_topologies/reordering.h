// From a pattern to a communicator in a better order with a topology attached: all of it, or nothing.
#pragma once

#include <functional>

#include <mpi.h>

#include "plugin/virtual_topologies/pattern.h"

namespace topomorph::plugin::virtual_topologies {

/// What one of the four functions does here. Its functions are given by std::ref: others might need memory, and a
/// process without it would leave the others waiting.
struct Request {
  MPI_Comm comm;                                           ///< the application's, MPI_COMM_WORLD replaced
  std::function<Pattern()> describe;                       ///< local
  std::function<int(MPI_Comm reordered, MPI_Comm*)> make;  ///< attaches the topology; collective
};

/// Collective over the communicator; every process comes here, or none. True on all processes: `*made` is what the
/// function gives the application, the null communicator for a process outside of the grid. False on all: nothing has
/// changed, and the function is to be called in the old order. Never throws.
bool make_reordered(const Request& request, MPI_Comm* made);

}  // namespace topomorph::plugin::virtual_topologies
