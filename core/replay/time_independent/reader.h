// Reads SimGrid's time-independent traces.
#pragma once

#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace topomorph::replay {

/// Reads a trace as SMPI replays it [Casanova 2014]: lines "RANK ACTION ARGUMENTS…" of all processes, or a file with
/// the names of files that have such lines, relative to its own folder, to this one, or by the end of the name.
/// `flops_per_second` turns computation into seconds. Repeated sequences are folded.
///
/// Every process is known by a line of its own, and if one finalizes, all must: else the trace was cut. Tags become
/// channels; a wait is for the oldest request with its ranks and tag, and requests that are left at the end are waited
/// for there. `waitall` is for all requests, also if its number is less, as in SimGrid, and `waitAny` for that of the
/// lowest slot: a later wait for what has ended in this way is no mistake. `comm_size`, `comm_split`, `comm_dup`,
/// `location`, and `test` of one request or several, mean nothing for a replay. Throws InputError with file and line;
/// the trace is checked (trace::check()).
trace::Trace read_time_independent(const std::string& path, double flops_per_second);

/// Reads one trace from several files, each with some of the processes.
trace::Trace read_time_independent(const std::vector<std::string>& paths, double flops_per_second);

}  // namespace topomorph::replay
