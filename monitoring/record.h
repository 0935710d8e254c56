// The record of this process: what its threads have counted, added up.
#pragma once

#include <cstddef>

#include "core/wire/frame_io.h"

namespace topomorph::monitoring {

/// Returns what was counted so far, as the frames Phases, Groups, Traffic, GroupTraffic, Calls and Sizes; the caller
/// puts Process before them. If there are more than `most_pairs` pairs (counted in each phase and layer), the heaviest
/// are reported and the others are added up as traffic with everybody. Callable while other threads communicate; calls
/// at that time may be missing. Throws bad_alloc.
wire::Buffer record(std::size_t most_pairs = ~std::size_t{0});

/// Whether traffic with some peers was reported or counted as traffic with everybody, in the last record() or because
/// there were too many peers.
bool is_summarised();

/// Returns the seconds that the threads of this process have spent in MPI calls, added up. Calls that return within
/// five microseconds are sampled.
double mpi_seconds();

}  // namespace topomorph::monitoring
