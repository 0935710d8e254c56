/* usage: collective BATCHES ITERATIONS. Prints the microseconds of an MPI_Allreduce of 8 bytes and of an MPI_Alltoall
 * of 1 KB to each rank. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "clock.h"

enum { kBlock = 1024 };
static const double kSeconds = 1.5; /* for each operation */

static double value = 1, sum;
static char *out, *in;

static void allreduce(void) { MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }
static void alltoall(void) { MPI_Alltoall(out, kBlock, MPI_BYTE, in, kBlock, MPI_BYTE, MPI_COMM_WORLD); }

static double best_of(int batches, int iterations, void (*operation)(void)) {
  double best = 1e9;
  const double end = now() + kSeconds;
  for (int k = 0; go_on(k, batches, end); ++k) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = now();
    for (int i = 0; i < iterations; ++i) operation();
    best = least(best, (now() - begin) / iterations);
  }
  return best * 1e6;
}

int main(int argc, char** argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me), MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int batches = argc > 1 ? atoi(argv[1]) : 40, iterations = argc > 2 ? atoi(argv[2]) : 50;
  out = calloc((size_t)size, kBlock), in = calloc((size_t)size, kBlock);
  const double reduce = best_of(batches, iterations, allreduce), exchange = best_of(batches, iterations, alltoall);
  if (me == 0) printf("{\"allreduce\": %.3f, \"alltoall\": %.3f}\n", reduce, exchange);
  free(out), free(in);
  MPI_Finalize();
  return 0;
}
