// Limits how long a process waits for others in one step.
//
// A process that has waited too long takes no further part in the matter. All others then wait too long for it and stop
// as well, so that all processes give up the same steps, each at its own time.
#pragma once

#include <mpi.h>

#include "core/settings/settings.h"
#include "runtime/process/fixed_string.h"

namespace topomorph::reorder {

/// Returns the value of a setting, or its default if the environment has an invalid one; code that depends on the
/// setting reports the error.
double value_or_default(settings::Id setting) noexcept;

/// Returns the seconds that a process waits for others in one step: TOPOMORPH_PATIENCE and the time limit of another
/// process's engine. The same on all processes (reorder/agreement/card.h).
double waiting_limit() noexcept;

enum class Waited { Done, Failed, TooLong };

/// How a process waits: as MPI does at first, for answers that are on their way, or asleep from the start, because
/// others need the core.
enum class Pause { Short, Asleep };

/// Completes the request. After TooLong it is still under way, and its buffers must never be freed.
Waited wait_for(MPI_Request& request, double seconds, Pause pause = Pause::Short) noexcept;

/// Returns "no answer from the other processes within 60 s".
process::FixedString too_long() noexcept;

}  // namespace topomorph::reorder
