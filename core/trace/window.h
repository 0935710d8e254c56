// The number of steps of a folded trace, and the part of it that was made first.
#pragma once

#include <cstdint>
#include <span>

#include "core/trace/trace.h"

namespace topomorph::trace {

/// Returns how many steps the process made, with its loops unfolded. The steps must be valid (check()).
std::uint64_t unfolded(std::span<const Step> steps);

/// Returns the part of all steps that the trace has, from 0 to 1; less than 1 for a window.
double recorded_part(const Trace& trace);
/// The same of one process; 1 for one that made no steps.
double recorded_part(const ProcessTrace& process);

/// Returns about the first `steps` of all unfolded steps: of each process the same part of its steps, in whole
/// iterations of its outermost loops, and at least one iteration. Processes that lose steps become windows. The trace
/// must be valid.
Trace first_steps(const Trace& trace, std::uint64_t steps);

}  // namespace topomorph::trace
