// The time of a job in several orders, from as much of its replays as tells it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/workers.h"
#include "core/model/mapping.h"
#include "core/replay/platform.h"
#include "core/trace/trace.h"

namespace topomorph::replay {

struct Estimate {
  double seconds = 0;   ///< of the whole job, until the last process ends
  double in_mpi = 0;    ///< of them in MPI, mean of the processes
  double replayed = 1;  ///< part of the job's steps that was replayed, by their weights (StepWeights)
};

struct EstimateOptions {
  double tolerance = 0.01;                  ///< by which part two ratios in turn to the first order's time may differ
  double time_tolerance = 0.01;             ///< by which part two times in turn may
  std::uint64_t most_steps = 2'000'000;     ///< steps and rounds of collectives that are replayed of each order
  std::span<const double> least_seconds{};  ///< of each order, known beforehand; empty: nothing is known
  Deadline deadline{std::nullopt};
};

/// Returns how many steps two looks at the replays of a trace take: with fewer there is no estimate.
std::uint64_t least_steps(const trace::Trace& trace);

/// Replays all orders step for step beside each other and looks at them each time that twice as many steps are done.
/// What is missing takes as long as the last half of what was replayed, so the beginning of a program does not count
/// for the rest. Ends when the estimate of no order changes any more, and the loops that most of the job consists of
/// have begun. An order that cannot take less time than the best one, or takes much longer as soon as these loops have
/// begun, is not replayed further, unless it is the first.
/// No order takes less than its least seconds. What a window lacks of the job counts as missing.
///
/// The same input gives the same result with any number of threads. Returns nothing if the deadline passes, if a replay
/// takes no time, or if most_steps is below least_steps(), which grow with the processes, and not all of the trace.
/// Throws InputError as replay() does.
std::optional<std::vector<Estimate>> estimate(const trace::Trace& trace, const Platform& platform,
                                              std::span<const Mapping> orders, const EstimateOptions& options,
                                              Workers& workers);

}  // namespace topomorph::replay
