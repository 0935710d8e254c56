// Preloaded into jobs with more ranks than cores: a rank that waits yields a few times, then sleeps, ever longer, so
// that waiting ranks leave the cores to working ones. Yields alone do not: on Linux 6.18 sixteen ranks that yield
// beside a dozen busy processes stop all that runs on two cores for up to a minute. Sleeps alone make a wait of
// microseconds one of hundreds, and cost much where a core takes long to fall asleep and wake up (27 us in an emulated
// machine, elsewhere 2): there 16 ranks that sleep for 20 us each time do nothing else, and a job takes ten times as
// long.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { kYields = 32 };
enum { kFirstSleep = 100000, kLongestSleep = 300000 };  // nanoseconds
enum { kUnsteady = 2000 };                              // nanoseconds that clock and caches add now and then

/// The wait of a thread. `usual` is the time between two yields of one wait, in nanoseconds, in which MPI looks for
/// messages: if it takes longer, something has come, and the next wait begins.
static __thread struct { long ended, usual, yields, sleep; } wait = {0, 1000000, 0, kFirstSleep};

static long nanoseconds(void) {
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000L + now.tv_nsec;
}

static void begin_if_another(void) {
  const long passed = nanoseconds() - wait.ended;
  wait.usual = passed < wait.usual ? passed : wait.usual + wait.usual / 64 + 1;
  if (passed <= 3 * wait.usual + kUnsteady) return;
  wait.yields = 0;
  wait.sleep = kFirstSleep;
}

static int sleep_longer(void) {
  const struct timespec moment = {0, wait.sleep};
  wait.sleep = 2 * wait.sleep < kLongestSleep ? 2 * wait.sleep : kLongestSleep;
  return nanosleep(&moment, 0);
}

int sched_yield(void) {
  begin_if_another();
  const int result = ++wait.yields <= kYields ? (int)syscall(SYS_sched_yield) : sleep_longer();
  wait.ended = nanoseconds();
  return result;
}
