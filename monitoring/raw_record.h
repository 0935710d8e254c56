// The record of a process that is being ended.
#pragma once

#include "core/wire/raw_writer.h"

namespace topomorph::monitoring {

/// mpi_seconds() in nanoseconds, for where there is no memory.
std::uint64_t mpi_nanoseconds() noexcept;

/// Writes the frames of record() without memory, locks or MPI, so that it may be called at any moment, in a signal
/// handler too. Threads' counts are not added up: rows of one key may come several times, and readers add them. For
/// jobs in the launcher's order only: what Open MPI reported about process p is taken for role p.
void write_raw_record(wire::RawWriter& out) noexcept;

}  // namespace topomorph::monitoring
