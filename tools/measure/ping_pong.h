// Latency and bandwidth between two processes.
#pragma once

#include <mpi.h>

#include "core/metrics/level_costs.h"

namespace topomorph::measure {

/// Half the way there and back, of the shortest messages and of long ones. Both processes call it at the same time; the
/// result is right on the one that `starts`. Takes some tenths of a second, on slow links a few seconds.
LinkCost ping_pong(MPI_Comm comm, int other, bool starts);

}  // namespace topomorph::measure
