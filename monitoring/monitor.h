// What the rest of the product asks of the accounting: start it, pause it, name phases, take the record.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include <mpi.h>

#include "core/wire/frame_io.h"

namespace topomorph::monitoring {

/// After MPI_Init, on every process, by one thread. `world` is what the program takes for MPI_COMM_WORLD (the real one,
/// or its substitute); it must live until stop(). Sends itself an empty message to see whether Open MPI reports. Not
/// collective. Roles are ranks of `world`.
void start(MPI_Comm world, bool counting);

/// Before the communicator given to start() goes, after the last record(): counts nothing more and gives back the MPI
/// objects it holds.
void stop();

/// The flag behind enabled(); only this folder writes it.
[[gnu::visibility("hidden")]] extern std::atomic<bool> counting_now;

/// Whether calls are counted now: one relaxed load.
inline bool enabled() { return counting_now.load(std::memory_order_relaxed); }

void resume();  ///< tm_monitor_start; nothing before start() and after stop()
void pause();   ///< tm_monitor_stop

/// tm_monitor_reset: forgets what was counted; the phases keep their numbers. Calls under way in other threads may be
/// counted or not.
void reset();

inline constexpr std::uint32_t kMaximalPhases = 4096;

/// tm_phase: from now on all threads of the process count under this name, a new one or one used before. Every process
/// begins in "main", which an empty name means too; control characters become blanks. When there are kMaximalPhases,
/// new names count as "(more phases)".
void set_phase(std::string_view name);

/// Whether collective traffic is what Open MPI sent (true) or the model's (false). Fixed by start().
bool collectives_exact();

/// Seconds that the threads of this process spent in MPI calls, summed; calls that return within five microseconds are
/// sampled.
double mpi_seconds();

/// How many peers this process may have counters for: what goes to more of them is counted as traffic with everybody.
void limit_peers(std::uint64_t most);

/// What was counted so far, as the frames Phases, Groups, Traffic, GroupTraffic, Calls, Sizes (the caller puts Process
/// before them). Of more than `most_pairs` pairs (in each phase and layer one) the heaviest are told, and the others
/// together as traffic with everybody. May be called while other threads communicate: what they count meanwhile may be
/// missing.
wire::Buffer record(std::size_t most_pairs = ~std::size_t{0});

/// Whether traffic with some peers is told, or was counted, as traffic with everybody: in the last record(), or because
/// there were too many peers.
bool is_summarised();

/// While one lives, what its thread sends is the product's own traffic and is not counted.
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
