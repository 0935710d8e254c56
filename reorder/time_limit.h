// Waiting for other processes, but not for ever.
//
// A process that waits too long leaves the matter at that: it takes no further part, so that all others come to wait
// too long for it, and leave it too. What is given up so is given up by all, each at its own time.
#pragma once

#include <mpi.h>

#include "core/settings/settings.h"
#include "plugin/process/fixed_string.h"

namespace topomorph::reorder {

/// A setting's value; its default where the environment has none that it can have, which whoever depends on it says.
double value_or_default(settings::Id setting) noexcept;

/// Seconds that a process waits for others in one step: TOPOMORPH_PATIENCE, and as long as the engine of one of them
/// may take. The same on all processes (reorder/agreement/card.h).
double waiting_limit() noexcept;

enum class Waited { Done, Failed, TooLong };

/// Completes the request. After TooLong it is still under way, and its buffers must stay for ever.
Waited wait_for(MPI_Request& request, double seconds) noexcept;

/// "no answer from the other processes within 60 s".
process::FixedString too_long() noexcept;

}  // namespace topomorph::reorder
