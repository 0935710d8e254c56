// The records of processes: what a process reports of itself, and the way to rank 0 without ever holding all of them.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "core/wire/frame_io.h"
#include "reorder/comm.h"
#include "reorder/locate.h"

namespace topomorph::reorder {

/// What every process keeps from MPI_Init on, while it can still ask MPI.
struct Identity {
  std::uint64_t rank = 0, ranks = 0;
  std::string host;
};

/// Returns the command line of this process, with words separated by zeros as the system keeps it.
std::string command_line();

/// Returns the program's arguments as the Meta frame has them: divided by blanks, or that they are left out.
std::string kept_arguments();

/// Returns "Open MPI v4.1.4".
std::string mpi_version();

/// Returns the Meta frame: program, arguments, ranks, MPI library, date, and the pairs of `more`.
wire::Buffer meta_frame(const Identity& identity, wire::KeyValues more = {});

/// Returns the frames Process, Phases, Groups, Traffic, GroupTraffic, Calls and Sizes of this process, and Channels,
/// TraceGroups and Steps if its calls were recorded and there is room.
wire::Buffer process_record(const Identity& identity, const Place& place);

/// Returns the same without a trace, for a plan in the middle of the job.
wire::Buffer counts_record(const Identity& identity);

/// What rank 0 wants of the next host.
enum class Wanted { All, Brief, Nothing };

/// Brings the records of all processes to rank 0, host after host. The first process of each host collects the records
/// of its host; a few hosts at a time are told to send, so that nothing accumulates. On rank 0 `take` is called with
/// pieces, and `wanted` before the turn of each host: after Brief, that host's records come without their pairs
/// (wire/brief.h). A process that is not the first of its host holds only its own bytes and one piece. Collective;
/// throws CollectiveError.
void stream_to_first(const OwnComm& comm, std::span<const char> mine, const std::function<Wanted()>& wanted,
                     const std::function<void(std::span<const char>)>& take);

}  // namespace topomorph::reorder
