// Measures the phases of MPI_Init and MPI_Finalize (TOPOMORPH_STEPS=1).
#pragma once

#include <cstdint>

namespace topomorph::process {

/// Measures a phase while an object lives. Phases may contain phases. `name` must be a literal. Costs one getenv() if
/// nobody asks.
class PhaseTimer {
 public:
  explicit PhaseTimer(const char* name) noexcept;
  ~PhaseTimer();
  PhaseTimer(const PhaseTimer&) = delete;
  PhaseTimer& operator=(const PhaseTimer&) = delete;

 private:
  const char* const name_;
  std::int64_t began_ = -1;  ///< in microseconds; negative: nobody asks
};

/// Writes all phases so far in one line, in microseconds and in the order in which they ended. Called on one process of
/// a job; writes nothing if nobody asks.
void report_phase_timers() noexcept;

}  // namespace topomorph::process
