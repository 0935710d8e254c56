// What the processes of the measuring job tell the first one, and it them.
#pragma once

#include <mpi.h>

#include "core/topology/placement.h"
#include "tools/measure/schedule.h"

namespace topomorph::measure {

/// Where every process is, on all of them. Inside a host it is known where processes are bound to different CPUs.
/// Collective.
std::vector<ProcessLocation> locations(MPI_Comm comm);

/// Waits for everybody without using the processor that somebody may be measuring on. Collective.
void wait_for_all(MPI_Comm comm);

/// A pair and what it found.
struct Finding {
  Pair pair;
  double latency = 0, bandwidth = 0;
};

/// All findings on process 0. Collective.
std::vector<Finding> gather(MPI_Comm comm, const std::vector<Finding>& mine);

}  // namespace topomorph::measure
