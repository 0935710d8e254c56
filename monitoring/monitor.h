// Starts, pauses and ends the counting, and names its phases.
#pragma once

#include <cstdint>
#include <string_view>

#include <mpi.h>

#include "monitoring/counting/enabled.h"

namespace topomorph::monitoring {

/// Starts the monitoring after MPI_Init, on every process, by one thread; counting begins at once if `counting`.
/// `world` is what the program takes for MPI_COMM_WORLD (the real one or its substitute) and must live until stop();
/// roles are its ranks. Sends itself an empty message to find out whether Open MPI reports messages. Not collective.
void start(MPI_Comm world, bool counting);

/// Stops counting and frees the MPI objects that the monitoring holds. Called after the last record(), before the
/// communicator given to start() is freed.
void stop();

void resume();  ///< tm_monitor_start; does nothing before start() and after stop()
void pause();   ///< tm_monitor_stop

/// tm_monitor_reset: forgets what was counted. Phases keep their numbers. Calls that other threads are making may or
/// may not be forgotten.
void reset();

/// tm_phase: lets all threads of the process count under this name from now on, a new one or one used before. Every
/// process begins in "main", which an empty name means too. Control characters become blanks. After kMaximalPhases
/// names, new ones count as "(more phases)". Throws bad_alloc.
void set_phase(std::string_view name);

/// Whether the traffic of collectives is what Open MPI reports (true) or the model's (false). Fixed by start().
bool collectives_exact();

/// Limits the number of peers for which this process has counters. Traffic with further peers is counted as traffic
/// with everybody.
void limit_peers(std::uint64_t most);

/// Keeps what its thread sends from being counted, while an object lives: traffic of this library itself.
class PauseCounting {
 public:
  PauseCounting();
  ~PauseCounting();
  PauseCounting(const PauseCounting&) = delete;
  PauseCounting& operator=(const PauseCounting&) = delete;

 private:
  bool before_;
};

}  // namespace topomorph::monitoring
