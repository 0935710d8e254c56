// Latency and bandwidth between two processes.
#pragma once

#include <mpi.h>

#include "core/evaluation/level_costs.h"

namespace topomorph::measure {

/// Seconds of a message of one byte: half the way there and back, the fastest of several batches. Both processes call
/// it at the same time; right on the one that `starts`. Takes about 0.1 s.
double latency(MPI_Comm comm, int other, bool starts);

/// Latency, and bandwidth as half the way there and back of long messages, the fastest of several; right on the one
/// that `starts`. Takes some tenths of a second, on slow links a few seconds.
evaluation::LinkCost ping_pong(MPI_Comm comm, int other, bool starts);

/// A size of messages, for stream_rate() of so many seconds, of which some 100 go into that time; the same on both.
int stream_size(MPI_Comm comm, int other, bool starts, double seconds);

/// Bytes a second that arrive while the one that `starts` sends all the time, in messages of that size; right on both.
/// Pairs that begin at the same time load what they share for as long as is counted. One way only: with both at once,
/// Open MPI's handshakes wait behind the other's data and it is not the link that is measured.
double stream_rate(MPI_Comm comm, int other, bool starts, int bytes, double seconds);

}  // namespace topomorph::measure
