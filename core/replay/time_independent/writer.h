// Writes SimGrid's time-independent traces.
#pragma once

#include <string>

#include "core/replay/platform.h"
#include "core/trace/trace.h"

namespace topomorph::replay {

/// Lines of a file beyond which a trace is refused: it has no loops.
inline constexpr std::uint64_t kMostLines = 1000000000;

/// Writes all processes into one file, loops unrolled, sizes in bytes; `flops_per_second` turns seconds into flops.
/// Receives and blocks of unequal sizes get the largest size that the trace has for them, because the format wants a
/// size at both sides. The format has no communicators and no scan: a scan, and a collective of other than all
/// processes in the order of their ranks, is written as its messages (round_of()). Throws InputError for a trace that
/// is not valid (trace::check()) or has more than `most_lines` steps, and for scatterv and allgatherv of such groups.
void write_time_independent(const trace::Trace& trace, double flops_per_second, const std::string& path,
                            const CollectiveOptions& options = {}, std::uint64_t most_lines = kMostLines);

}  // namespace topomorph::replay
