// The record of a process that is being ended.
#pragma once

#include "core/wire/raw_writer.h"

namespace topomorph::monitoring {

/// Returns the record of the calls with a CallCounter's key. Needs no memory.
wire::CallRecord call_record(std::uint64_t key, std::uint64_t count, std::uint64_t bytes, double nanoseconds) noexcept;

/// Returns mpi_seconds() in nanoseconds, without memory.
std::uint64_t mpi_nanoseconds() noexcept;

/// Writes the frames of record() without memory, locks or MPI. Callable at any moment, also in a signal handler. Counts
/// of threads are not added up: rows with the same key may appear several times, and readers add them. Only for jobs in
/// the launcher's order: messages that Open MPI reports for process p are taken for those of role p.
void write_raw_record(wire::RawWriter& out) noexcept;

}  // namespace topomorph::monitoring
