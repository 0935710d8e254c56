// What a process reports of itself: frames around what was counted.
#pragma once

#include <string>

#include "core/wire/frame_io.h"

namespace topomorph::reorder {

/// What every process keeps from MPI_Init on, while it can still ask MPI.
struct Identity {
  std::uint64_t rank = 0, ranks = 0;
  std::string host;
};

/// Returns the command line of this process, with words separated by zeros as the system keeps it.
std::string command_line();

/// Returns the Meta frame: program, arguments, ranks, MPI library, date, and the pairs of `more`.
wire::Buffer meta_frame(const Identity& identity, wire::KeyValues more = {});

/// Returns the frames Process, Phases, Groups, Traffic, GroupTraffic, Calls and Sizes of this process.
wire::Buffer process_record(const Identity& identity, const std::string& cpuset, const std::string& path);

}  // namespace topomorph::reorder
