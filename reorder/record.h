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

/// The Meta frame: program, arguments, ranks, MPI library, date.
wire::Buffer meta_frame(const Identity& identity);

/// The frames Process, Phases, Traffic, Calls and Sizes of this process.
wire::Buffer process_record(const Identity& identity, const std::string& cpuset, const std::string& path);

}  // namespace topomorph::reorder
