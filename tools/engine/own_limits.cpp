// Asks the kernel for the engine's limits.
#include "tools/engine/own_limits.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/base/process.h"
#include "core/base/workers.h"
#include "core/settings/settings.h"

namespace topomorph::engine {
namespace {

/// Everybody may raise the score of an own process.
void be_the_first_to_end() {
  constexpr std::string_view kHighest = "1000";
  const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  static_cast<void>(write(file, kHighest.data(), kHighest.size()) < 0);
  close(file);
}

std::uint64_t memory_of_machine() {
  const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
  return pages > 0 && bytes > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(bytes) : UINT64_MAX;
}

/// An invalid value is reported where it is used.
double timeout() {
  try {
    return settings::number(settings::Id::EngineTimeout);
  } catch (const InputError&) {
    return parse_real(settings::get(settings::Id::EngineTimeout).initial).value_or(0);
  }
}

}  // namespace

std::uint64_t most_address_space(std::uint64_t memory, unsigned threads) {
  constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20, kLeast = 2048 * kMegabyte, kMost = 16384 * kMegabyte;
  constexpr std::uint64_t kThread = 72 * kMegabyte;  // glibc: a stack of 8, and an arena of 64 of which little is used
  return std::clamp(memory / 2, kLeast, kMost) + threads * kThread;
}

std::uint64_t most_processor_seconds(double timeout, unsigned threads) {
  constexpr double kTimes = 4, kBeside = 60;
  return static_cast<std::uint64_t>(std::ceil(kTimes * timeout * threads + kBeside));
}

void limit_itself() {
  constexpr rlim_t kLastWarning = 5;  // seconds from SIGXCPU, which a library may catch, to SIGKILL
  const unsigned threads = usable_threads();
  be_the_first_to_end();
  lower_limit(RLIMIT_CORE, 0);
  lower_limit(RLIMIT_CPU, most_processor_seconds(timeout(), threads), kLastWarning);
  // A sanitizer also looks, at the end, at its own process from outside. Behind the other files of /proc, whose owner
  // this changes.
  if (kSanitized) return;
  lower_limit(RLIMIT_AS, most_address_space(memory_of_machine(), threads));
  prctl(PR_SET_DUMPABLE, 0);  // a limit of 0 does not hold where a program takes the core files
}

}  // namespace topomorph::engine
