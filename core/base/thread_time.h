// The processor time of the calling thread.
#pragma once

#include <time.h>

namespace topomorph::inline base {

/// Returns the seconds for which this thread has had a processor. Time in which others have the core does not count:
/// waiting inside MPI may yield it. A system call: about 0.2 microseconds.
inline double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace topomorph::inline base
