// Why a child process has ended.
#pragma once

#include <csignal>

#include <sys/resource.h>
#include <sys/wait.h>

namespace topomorph::inline base {

/// Whether the kernel ended a child, of which wait4(2) told `status` and `used`, for the `limit` of seconds on its CPU
/// time: by SIGXCPU at the soft limit, by SIGKILL at the hard one (ulimit -t sets both to the same).
inline bool ran_out_of_cpu_time(int status, const rusage& used, rlim_t limit) {
  if (!WIFSIGNALED(status) || limit == RLIM_INFINITY) return false;
  if (WTERMSIG(status) == SIGXCPU) return true;
  const double seconds = static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                         1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  constexpr double kTicks = 0.1;  // the limit and the usage are not counted by the same clock
  return WTERMSIG(status) == SIGKILL && seconds + kTicks >= static_cast<double>(limit);
}

/// With this process's own soft limit, which its children inherit.
inline bool ran_out_of_cpu_time(int status, const rusage& used) {
  rlimit limit{};
  return getrlimit(RLIMIT_CPU, &limit) == 0 && ran_out_of_cpu_time(status, used, limit.rlim_cur);
}

}  // namespace topomorph::inline base
