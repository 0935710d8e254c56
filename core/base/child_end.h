// Tells whether a child process exceeded its CPU time.
#pragma once

#include <csignal>

#include <sys/resource.h>
#include <sys/wait.h>

namespace topomorph::inline base {

/// Returns whether the kernel ended a child because it had used `limit` seconds of CPU time. `status` and `used` come
/// from wait4(2). The kernel sends SIGXCPU at the soft limit and SIGKILL at the hard one; ulimit -t sets both to the
/// same value.
inline bool ran_out_of_cpu_time(int status, const rusage& used, rlim_t limit) {
  if (!WIFSIGNALED(status) || limit == RLIM_INFINITY) return false;
  if (WTERMSIG(status) == SIGXCPU) return true;
  const double seconds = static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                         1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  constexpr double kTicks = 0.1;  // seconds; the kernel counts limit and usage with different clocks
  return WTERMSIG(status) == SIGKILL && seconds + kTicks >= static_cast<double>(limit);
}

/// Uses this process's own soft limit, which its children inherit.
inline bool ran_out_of_cpu_time(int status, const rusage& used) {
  rlimit limit{};
  return getrlimit(RLIMIT_CPU, &limit) == 0 && ran_out_of_cpu_time(status, used, limit.rlim_cur);
}

}  // namespace topomorph::inline base
