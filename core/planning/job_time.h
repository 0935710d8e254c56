// The time of a whole job in an order, from the replay of its trace.
#pragma once

#include <optional>

#include "core/base/deadline.h"
#include "core/evaluation/cost_model.h"
#include "core/planning/job_slots.h"
#include "core/trace/trace.h"

namespace topomorph::planning {

struct JobTime {
  double seconds = 0;  ///< until the last process ends
  double in_mpi = 0;   ///< seconds of them in MPI, mean over the processes
};

/// Unfolded steps of all processes that a replay walks at most, so that it takes a second or two. The first 5 % of an
/// iterative program predict its ratios within 1.5 %.
inline constexpr std::uint64_t kReplayedSteps = 2'000'000;

/// Replays the trace, of which trace::first_steps() may have cut a part, on the job's topology, with role r on slot
/// mapping[r]; what it lacks of the job counts as equally fast. `cost` has the latencies and rates. Returns
/// nothing if the deadline passes, if the replay takes no time, or if no routes of the topology are known. Throws InputError for a trace of another
/// number of processes, and as replay::replay() does.
std::optional<JobTime> job_time(const trace::Trace& trace, const JobSlots& job, const Mapping& mapping,
                                const evaluation::CostOptions& cost, const Deadline& deadline);

}  // namespace topomorph::planning
