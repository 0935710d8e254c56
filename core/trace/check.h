// Checks that a trace is one that a job can have made.
#pragma once

#include "core/trace/trace.h"

namespace topomorph::trace {

/// Throws InputError with process and step (from 1, as they stand in the folded trace): peers, roots and groups out of
/// range, requests that are started twice or waited for before they are started, empty loops, loops nested too deep,
/// counts whose product does not fit 63 bits, times that are negative or not finite. Takes time proportional to the
/// folded steps.
void check(const Trace& trace);

}  // namespace topomorph::trace
