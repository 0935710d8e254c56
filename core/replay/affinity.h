// The affinity of a trace: the bytes and messages of each pair of processes.
#pragma once

#include "core/model/affinity.h"
#include "core/replay/platform.h"
#include "core/trace/trace.h"

namespace topomorph::replay {

/// Returns what each process sends to each other while the trace runs: loops count as often as they run, collectives as
/// the messages that replay() makes of them. Takes time proportional to the folded steps and to the messages of one
/// call of each different collective. Throws InputError for a trace that is not valid (trace::check()), and if its
/// traffic does not fit 64 bits.
Affinity affinity_of(const trace::Trace& trace, const CollectiveOptions& collectives = {});

}  // namespace topomorph::replay
