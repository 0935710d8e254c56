// The record of this process: what its threads have counted, added up, with the pairs that it may report.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

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

struct Volume {
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
};

/// Traffic by TrafficKey::packed().
using Volumes = std::map<std::uint64_t, Volume>;

/// Keeps the heaviest pairs, at most `most`, by bytes and then by messages. Of equally heavy pairs either all stay or
/// none. Adds up the others, for each phase, layer and direction, as traffic with everybody. Leaves groups as they are.
/// Returns whether any pair was removed.
bool kept_pairs(Volumes& volumes, std::size_t most);

}  // namespace topomorph::monitoring
