// Limits how long a process waits for others, and what this library adds to a job: time, records, and memory.
//
// A process that has waited too long takes no further part in the matter. All others then wait too long for it and stop
// as well, so that all processes give up the same steps, each at its own time.
#pragma once

#include <chrono>

#include <mpi.h>

#include "core/settings/settings.h"
#include "reorder/comm.h"
#include "runtime/process/fixed_string.h"

namespace topomorph::reorder {

/// Returns the value of a setting, or its default if the environment has an invalid one; code that depends on the
/// setting reports the error.
double value_or_default(settings::Id setting) noexcept;

/// Returns the seconds that a process waits for others in one step: TOPOMORPH_PATIENCE and the time limit of another
/// process's engine. The same on all processes (reorder/agreement/card.h).
double waiting_limit() noexcept;

enum class Waited { Done, Failed, TooLong };

/// How a process waits: as MPI does at first, for answers that are on their way, or asleep from the start, because
/// others need the core.
enum class Pause { Short, Asleep };

/// Completes the request. After TooLong it is still under way, and its buffers must never be freed.
Waited wait_for(MPI_Request& request, double seconds, Pause pause = Pause::Short) noexcept;

/// Returns "no answer from the other processes within 60 s".
process::FixedString too_long() noexcept;

/// A time limit that runs from the construction of the object. Rank 0's clock decides for all processes.
class Budget {
 public:
  /// `setting` is InitBudget or FinalizeBudget. If its value cannot be read, the default applies; at_init() reports
  /// the error.
  explicit Budget(settings::Id setting) noexcept;

  bool passed() const noexcept { return left() <= 0; }
  double left() const noexcept;  ///< seconds; negative when the budget is over
  /// Whether it is over by its own length again, or by ten seconds if that is more. Nothing more may be done then.
  bool long_passed() const noexcept;
  /// Returns the reason, such as "MPI_Finalize took longer than 120 s (--finalize-budget)".
  process::FixedString why() const noexcept;

 private:
  settings::Id setting_;
  double seconds_;
  std::chrono::steady_clock::time_point began_;
};

/// Returns how many pairs one process may report, so that all processes together keep within --gather-budget.
std::size_t most_pairs(std::uint64_t ranks);

/// Returns how many peers one process may count, so that it keeps within --memory-budget.
std::uint64_t most_peers();

/// Returns how many bytes the steps of one process may take (--trace-memory).
std::size_t most_trace_bytes();

/// Returns how many bytes the record of one process may have, so that all together keep within --gather-budget. Its
/// trace is left out if the record is larger.
std::size_t most_record_bytes(std::uint64_t ranks);

}  // namespace topomorph::reorder
