// How much longer MPI_Init or MPI_Finalize may take because of us.
#pragma once

#include <chrono>

#include "core/settings/settings.h"
#include "plugin/process/fixed_string.h"
#include "reorder/comm.h"

namespace topomorph::reorder {

/// Seconds that run from when it is made. Rank 0's clock counts: a process alone decides nothing.
class Budget {
 public:
  /// `setting`: of InitBudget or FinalizeBudget. Where it cannot be read, its default counts: who checks settings says
  /// what is wrong.
  explicit Budget(settings::Id setting) noexcept;

  bool passed() const noexcept { return left() <= 0; }
  double left() const noexcept;  ///< seconds; negative when it is over
  /// Nothing more may be done: as long again is over, or ten seconds where that is more.
  bool long_passed() const noexcept;
  /// "MPI_Finalize took longer than 120 s (--finalize-budget)"
  process::FixedString why() const noexcept;

 private:
  settings::Id setting_;
  double seconds_;
  std::chrono::steady_clock::time_point began_;
};

/// Throws CollectiveError on all processes where rank 0's budget, which may be null, has passed. Returns the largest
/// `number` of all, each an int. Collective.
std::size_t keep_within(const Budget* budget, const OwnComm& comm, std::size_t number);

/// How many pairs a process may tell of, so that all processes together keep within --gather-budget.
std::size_t most_pairs(std::uint64_t ranks);

/// How many peers a process may count for, so that it keeps within --memory-budget.
std::uint64_t most_peers();

}  // namespace topomorph::reorder
