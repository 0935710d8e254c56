// What the steps of MPI_Init and MPI_Finalize take, for those who want to know (TOPOMORPH_STEPS=1).
#pragma once

#include <cstdint>

namespace topomorph::process {

/// Lives while a step is done. Steps may contain steps. `name` must be a literal. Where nobody asks: one getenv().
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

/// Says all steps so far in one line, in microseconds and in the order in which they ended. On one process of a job;
/// nothing where nobody asks.
void report_phase_timers() noexcept;

}  // namespace topomorph::process
