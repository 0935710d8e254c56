// The time of a whole job in an order, from the replay of its trace.
#pragma once

#include <optional>

#include "core/base/deadline.h"
#include "core/model/mapping.h"
#include "core/replay/replay.h"
#include "core/trace/trace.h"

namespace topomorph::planning {

struct JobTime {
  double seconds = 0;  ///< until the last process ends
  double in_mpi = 0;   ///< seconds of them in MPI, mean over the processes
};

/// Unfolded steps of all processes that a replay walks at most, so that it takes a second or two. The first 5 % of an
/// iterative program predict its ratios within 1.5 %.
inline constexpr std::uint64_t kReplayedSteps = 2'000'000;

/// Replays the trace, of which trace::first_steps() may have cut a part, with role r on slot mapping[r]; what it lacks
/// of the job counts as equally fast. Returns nothing if the deadline passes, or if the replay takes no time. Throws
/// InputError as replay::replay() does.
std::optional<JobTime> job_time(const trace::Trace& trace, const replay::Platform& platform, const Mapping& mapping,
                                const Deadline& deadline);

/// Returns the time of the job from the replay of this trace; nothing if the replay took no time.
std::optional<JobTime> job_time(const trace::Trace& trace, const replay::Result& result);

}  // namespace topomorph::planning
