// The time of a whole job in an order, from the replay of its trace.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/model/mapping.h"
#include "core/replay/estimate.h"
#include "core/replay/replay.h"
#include "core/trace/trace.h"

namespace topomorph::planning {

using JobTime = replay::Estimate;

/// Unfolded steps of all processes that a replay walks at most, so that it takes a second or two: jobs of eight
/// thousand processes and more are not replayed. The first 5 % of an iterative program predict its ratios within 1.5 %.
inline constexpr std::uint64_t kReplayedSteps = 2'000'000;

/// Returns the times of the job in these orders, of which each puts role r on slot order[r], from as much of the
/// replays as tells them (replay::estimate()). `least_seconds` of each order are known, or empty. Returns nothing if
/// the deadline passes, or if a replay takes no time. Throws InputError as replay::replay() does.
std::optional<std::vector<JobTime>> job_times(const trace::Trace& trace, const replay::Platform& platform,
                                              std::span<const Mapping> orders, std::span<const double> least_seconds,
                                              const Deadline& deadline);

/// Returns the time of the job from the replay of this trace; nothing if the replay took no time.
std::optional<JobTime> job_time(const trace::Trace& trace, const replay::Result& result);

}  // namespace topomorph::planning
