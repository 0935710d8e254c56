// How much a replay has to do, before it begins.
#pragma once

#include <cstdint>

#include "core/replay/platform.h"
#include "core/trace/trace.h"

namespace topomorph::replay {

/// Steps and rounds of collectives of all processes, loops included, that a replay without a deadline takes. It makes
/// about a million a second: they are more than an hour of work. A trace of some bytes can have loops of 2^63.
inline constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 32;

/// Pairs of processes that the collectives of a trace may have together: an all-to-all of 8192 processes. Each takes 64
/// bytes, and a line of the trace is an all-to-all of any number.
inline constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 26;

/// Phases that all processes may reach together: the times of each take 48 bytes.
inline constexpr std::uint64_t kMostPhases = std::uint64_t{1} << 26;

/// Throws InputError for more than kMostSteps. The trace must be valid (trace::check()).
void check_steps(const trace::Trace& trace, const CollectiveOptions& collectives);

/// Throws InputError for more than kMostPairs, or if one call of each collective has more than kMostSteps rounds.
void check_pairs(const trace::Trace& trace, const CollectiveOptions& collectives);

/// Throws InputError for more than kMostPhases.
void check_phases(const trace::Trace& trace);

/// Throws InputError for all of them.
void check_work(const trace::Trace& trace, const CollectiveOptions& collectives);

}  // namespace topomorph::replay
