/* Seconds of a monotonic clock. The least of many short batches excludes the work of other processes. */
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

/* Returns whether all do another of `batches`: not after `end`, if a busy machine takes longer. */
static inline int go_on(int done, int batches, double end) {
  int more = done < batches && (done == 0 || now() < end);
  MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return more;
}

#endif
