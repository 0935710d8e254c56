/* Seconds of a clock that only goes forward; the least of many short batches leaves out what other processes add. */
#ifndef TOPOMORPH_BENCHMARKS_OVERHEAD_CLOCK_H
#define TOPOMORPH_BENCHMARKS_OVERHEAD_CLOCK_H

#include <mpi.h>
#include <time.h>

static inline double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static inline double least(double a, double b) { return a < b ? a : b; }

/* Whether all processes do one more of `batches`: not when a busy machine takes more than the seconds until `end`. */
static inline int go_on(int done, int batches, double end) {
  int more = done < batches && (done == 0 || now() < end);
  MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return more;
}

#endif
