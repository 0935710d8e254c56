// Preloaded into jobs with more ranks than cores: a rank that waits yields a few times, then sleeps, ever longer, so
// that waiting ranks leave the cores to working ones. Yields alone do not: on Linux 6.18 sixteen ranks that yield
// beside a dozen busy processes stop all that runs on two cores for up to a minute. Sleeps alone make a wait of
// microseconds one of hundreds, and cost much where a core takes long to fall asleep and wake up (27 us in an emulated
// machine, elsewhere 2): there 16 ranks that sleep for 20 us each time do nothing else, and a job takes ten times as
// long.
//
// A wait ends when a message comes. Open MPI yields in opal_progress() unless it has found a message inside the host,
// so a call of it without a yield ends a wait; it yields too after it has read from a socket, by readv().
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

// More let ranks that exchange little with other hosts yield all the time; fewer end in a sleep where an answer takes
// 20 us.
enum { kYields = 16 };
enum { kFirstSleep = 100000, kLongestSleep = 300000 };  // nanoseconds

static __thread long yields;  // of the wait of this thread

static int sleep_longer(long sleeps_so_far) {
  const long length = (sleeps_so_far + 1) * kFirstSleep;
  const struct timespec moment = {0, length < kLongestSleep ? length : kLongestSleep};
  return nanosleep(&moment, 0);
}

int sched_yield(void) {
  return ++yields <= kYields ? (int)syscall(SYS_sched_yield) : sleep_longer(yields - kYields - 1);
}

ssize_t readv(int file, const struct iovec* parts, int count) {
  yields = 0;
  return syscall(SYS_readv, file, parts, count);
}

typedef void (*Progress)(void);

static int find_progress(struct dl_phdr_info* library, size_t size, void* found) {
  (void)size;
  if (!strstr(library->dlpi_name, "/libopen-pal.so")) return 0;
  void* const handle = dlopen(library->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
  *(void**)found = handle ? dlsym(handle, "opal_progress") : 0;
  return 1;
}

/// In front of the one of the MPI library, which an interpreter may have loaded where RTLD_NEXT does not look.
void opal_progress(void) {
  static Progress of_the_library;
  if (!of_the_library) dl_iterate_phdr(find_progress, &of_the_library);
  const long before = yields;
  of_the_library();
  if (yields == before) yields = 0;
}
