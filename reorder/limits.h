// Limits what this library adds to a job: time, records, and memory.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "core/settings/settings.h"
#include "runtime/process/fixed_string.h"

namespace topomorph::reorder {

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
