// What a process hands in about itself: the frames around what was counted.
#pragma once

#include <string>

#include "core/wire/frame_io.h"

namespace topomorph::reorder {

/// Facts that every process keeps from MPI_Init on, when it can still ask MPI.
struct Identity {
  std::uint64_t rank = 0, ranks = 0;
  std::string host;
};

/// The command line of this process, divided by zeros as the system keeps it.
std::string command_line();

/// The Meta frame: program, arguments, ranks, MPI library, date; and what is to be with them.
wire::Buffer meta_frame(const Identity& identity, wire::KeyValues more = {});

/// The frames Process, Phases, Traffic, Calls and Sizes of this process.
wire::Buffer process_record(const Identity& identity, const std::string& cpuset, const std::string& path);

}  // namespace topomorph::reorder
