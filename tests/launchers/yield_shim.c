// Preloaded into jobs with more ranks than cores: yielding sleeps for a moment, so that waiting ranks leave the cores
// to working ones. On Linux 6.18 sixteen ranks that yield beside a dozen busy processes stop all that runs on two cores
// for up to a minute. YIELD_MICROSECONDS: 20 where rates and seconds are measured; elsewhere ten times as long, which
// takes a quarter of the time from tests beside each other: what 16 ranks poll in shorter pauses fills a core.
#include <time.h>

#ifndef YIELD_MICROSECONDS
#define YIELD_MICROSECONDS 20
#endif

int sched_yield(void) {
  const struct timespec moment = {0, YIELD_MICROSECONDS * 1000L};
  return nanosleep(&moment, 0);
}
