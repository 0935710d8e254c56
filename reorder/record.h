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

/// Leaves a record of its own in `directory`, for an aborted job, or for one whose engine failed. Returns why it could
/// not; empty: it could.
std::string spool(const std::string& directory, const Identity& identity, std::span<const char> record);

/// Removes what an earlier job left there.
void clear_spool(const std::string& directory);

}  // namespace topomorph::reorder
