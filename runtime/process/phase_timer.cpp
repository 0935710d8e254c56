// Keeps the times of the phases.
#include "runtime/process/phase_timer.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>

#include "core/settings/settings.h"
#include "runtime/process/environment.h"
#include "runtime/process/fixed_string.h"
#include "runtime/process/message.h"

namespace topomorph::process {
namespace {

struct Taken {
  const char* name = nullptr;
  std::int64_t microseconds = 0;
};

/// MPI_Init and MPI_Finalize have a dozen phases. Further phases, from a program's own calls of tm_reorder, are dropped
/// when the table is full.
constinit std::array<Taken, 32> taken{};
constinit std::atomic<std::size_t> count{0};

std::int64_t now() {
  using namespace std::chrono;
  return duration_cast<microseconds>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

PhaseTimer::PhaseTimer(const char* name) noexcept : name_(name) {
  if (is_on(settings::Id::Steps)) {
    began_ = now();
  }
}

PhaseTimer::~PhaseTimer() {
  if (began_ < 0) {
    return;
  }
  const std::size_t place = count.fetch_add(1);
  if (place < taken.size()) {
    taken[place] = {name_, now() - began_};
  }
}

void report_phase_timers() noexcept {
  const std::size_t known = std::min(count.load(), taken.size());
  if (known == 0) {
    return;
  }
  FixedString line("steps in us:");
  for (std::size_t i = 0; i < known; ++i) {
    line << (i == 0 ? " " : ", ") << taken[i].name << " " << taken[i].microseconds;
  }
  say(line);
}

}  // namespace topomorph::process
