// Replaces the pairs of records by sums, for processes that have no time to send all pairs.
#pragma once

#include <span>

#include "core/wire/frame_io.h"

namespace topomorph::wire {

/// Returns the records of one or more processes in which each process's Traffic is replaced by its sums with all others
/// together, per phase and layer: rows of GroupTraffic of its first group, which is the job. Their Process frames say
/// summarised=1. Calls and sizes stay, traces go. Throws InputError if the bytes are not records.
Buffer brief(std::span<const char> records);

}  // namespace topomorph::wire
