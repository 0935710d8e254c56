// Records without their pairs: what is handed in where there is no time for all of it.
#pragma once

#include <span>

#include "core/wire/frame_io.h"

namespace topomorph::wire {

/// The records of one or more processes, in which a process's Traffic has become how much it had with all others
/// together, in each phase and layer: rows of GroupTraffic of its first group, which is the job. Their Process frames
/// say summarised=1. Calls and sizes stay. Throws InputError for bytes that are no records.
Buffer brief(std::span<const char> records);

}  // namespace topomorph::wire
