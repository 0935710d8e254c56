// Makes a communicator in a better order with a topology attached, or changes nothing.
#pragma once

#include <functional>

#include <mpi.h>

#include "plugin/virtual_topologies/pattern.h"

namespace topomorph::plugin::virtual_topologies {

/// What one of the four functions does. Its members are made by std::ref: other callables might need memory, and a
/// process without it would keep the others waiting.
struct Request {
  MPI_Comm comm;                                           ///< the application's, with MPI_COMM_WORLD replaced
  std::function<Pattern()> describe;                       ///< local
  std::function<int(MPI_Comm reordered, MPI_Comm*)> make;  ///< attaches the topology; collective
};

/// Collective over the communicator: every process comes here, or none. Returns true on all processes with `*made` as
/// the result for the application, which is the null communicator for a process outside of the grid; or false on all
/// processes with nothing changed, so that the caller must call the function in the old order. Never throws.
bool make_reordered(const Request& request, MPI_Comm* made);

}  // namespace topomorph::plugin::virtual_topologies
