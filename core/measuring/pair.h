// The costs of messages between two processes: latency, rate, burst, and processor time, as in [Hoefler 2007].
#pragma once

#include <cstdint>

#include "core/measuring/arrivals.h"
#include "core/measuring/link.h"

namespace topomorph::measuring {

/// All are medians of repetitions, in seconds and bytes per second.
struct PairCosts {
  double latency = 0;    ///< half of the round trip of a message of one byte
  double bandwidth = 0;  ///< of long messages without pause, in one direction; 0: not measured
  BurstCost burst;
  double send = 0;     ///< time that a process needs to start the send of one byte
  double receive = 0;  ///< time that it needs to receive a byte that has already arrived
};

/// What the process that starts finds.
struct PairFinding {
  PairCosts costs;
  std::uint64_t other = 0;  ///< the number that the other process gave to answer_pair()
};

/// Measures for about `seconds`, by the clock of this process, with a process that calls answer_pair() meanwhile. A
/// message that is under way is finished: a slow link takes longer. Sends in one direction only: with both, Open MPI's
/// handshakes wait behind the data of the other direction.
PairFinding measure_pair(Link& link, double seconds);

/// The other side. `number` names this process.
void answer_pair(Link& link, std::uint64_t number);

/// Returns the seconds of a message of one byte: half of a round trip, the median. Takes `seconds` at the most.
double measure_latency(Link& link, double seconds);
void answer_latency(Link& link);

}  // namespace topomorph::measuring
