// Preloaded into jobs with more ranks than cores: yielding sleeps for a moment, so that waiting ranks leave the cores
// to working ones. On Linux 6.18 sixteen ranks that yield beside a dozen busy processes stop all that runs on two cores
// for up to a minute. UNMEASURED: no rates and seconds are measured, and the moment is ten times as long, which takes a
// quarter of the time from tests beside each other: what 16 ranks poll in shorter pauses fills a core.
#include <time.h>

#ifdef UNMEASURED
enum { kMicroseconds = 200 };
#else
enum { kMicroseconds = 20 };
#endif

int sched_yield(void) {
  const struct timespec moment = {0, kMicroseconds * 1000L};
  return nanosleep(&moment, 0);
}
