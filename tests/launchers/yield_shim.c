// Preloaded into jobs with more ranks than cores: yielding sleeps for a moment, so that waiting ranks leave the cores
// to working ones. On Linux 6.18 sixteen ranks that yield beside a dozen busy processes stop all that runs on two cores
// for up to a minute.
#include <time.h>

int sched_yield(void) {
  const struct timespec moment = {0, 20000};
  return nanosleep(&moment, 0);
}
