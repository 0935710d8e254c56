// Preloaded into jobs with more ranks than cores: yielding sleeps for a moment, so that waiting ranks leave the cores
// to working ones. On Linux 6.18 sixteen ranks that yield beside a dozen busy processes stop all that runs on two cores
// for up to a minute. UNMEASURED: no rates and seconds are measured, and the moment is ten times as long, which takes a
// quarter of the time from tests beside each other: what 16 ranks poll in shorter pauses fills a core. Where a sleep
// takes a core much time, as in a machine that another one emulates (27 us instead of 2), the moment is longer still:
// sixteen ranks that sleep for 20 us do nothing but fall asleep and wake up there, and a job takes ten times as long.
#include <stdatomic.h>
#include <time.h>

#ifdef UNMEASURED
enum { kLeastMicroseconds = 200 };
#else
enum { kLeastMicroseconds = 20 };
#endif
enum { kTimesOfItsCost = 8, kMostMicroseconds = 1000, kTried = 16 };

static long processor_time(void) {
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1000000000L + now.tv_nsec;
}

/// Returns how long to sleep, in nanoseconds, from what a few sleeps cost.
static long moment_here(void) {
  const struct timespec shortest = {0, 1};
  const long begin = processor_time();
  for (int i = 0; i < kTried; ++i) nanosleep(&shortest, 0);
  const long worth = (processor_time() - begin) / kTried * kTimesOfItsCost;
  const long least = kLeastMicroseconds * 1000L, most = kMostMicroseconds * 1000L;
  return worth < least ? least : worth > most ? most : worth;
}

int sched_yield(void) {
  static atomic_long nanoseconds;
  if (atomic_load(&nanoseconds) == 0) atomic_store(&nanoseconds, moment_here());
  const struct timespec moment = {0, atomic_load(&nanoseconds)};
  return nanosleep(&moment, 0);
}
