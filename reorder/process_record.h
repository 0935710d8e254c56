// What a process reports of itself: the frames of its record, and those of the job that rank 0 adds.
#pragma once

#include <cstdint>
#include <string>

#include "core/wire/frame_io.h"
#include "reorder/locate.h"

namespace topomorph::reorder {

/// What every process keeps from MPI_Init on, while it can still ask MPI.
struct Identity {
  std::uint64_t rank = 0, ranks = 0;
  std::string host;
};

/// Returns the program's arguments as the Meta frame has them: divided by blanks, or that they are left out.
std::string kept_arguments();

/// Returns the Meta frame: program, arguments, ranks, MPI library, date, and the pairs of `more`.
wire::Buffer meta_frame(const Identity& identity, wire::KeyValues more = {});

/// Returns the frames Process, Phases, Groups, Traffic, GroupTraffic, Calls and Sizes of this process, and Channels,
/// TraceGroups and Steps if its calls were recorded and there is room.
wire::Buffer process_record(const Identity& identity, const Place& place);

/// Returns the same without a trace, for a plan in the middle of the job.
wire::Buffer counts_record(const Identity& identity);

}  // namespace topomorph::reorder
