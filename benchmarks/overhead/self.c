/* usage: self BATCHES ITERATIONS. Role 0 prints the nanoseconds of a 1-byte send, irecv and wait to itself; the
   other processes sleep. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "clock.h"

static char out = 1, in;

static void exchange(int me) {
  MPI_Request request;
  MPI_Irecv(&in, 1, MPI_BYTE, me, 0, MPI_COMM_WORLD, &request);
  MPI_Send(&out, 1, MPI_BYTE, me, 0, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static double batch(int me, int iterations) {
  const double begin = now();
  for (int i = 0; i < iterations; ++i) exchange(me);
  return (now() - begin) / iterations;
}

static void sleep_until_all_are_here(void) {
  const struct timespec pause = {0, 1000000};
  MPI_Request request;
  int here = 0;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (MPI_Test(&request, &here, MPI_STATUS_IGNORE); !here; MPI_Test(&request, &here, MPI_STATUS_IGNORE)) {
    nanosleep(&pause, NULL);
  }
}

int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  const int batches = argc > 1 ? atoi(argv[1]) : 100, iterations = argc > 2 ? atoi(argv[2]) : 5000;
  double best = 1e9;
  for (int i = 0; me == 0 && i < batches; ++i) best = least(best, batch(me, iterations));
  if (me == 0) printf("{\"self\": %.3f}\n", best * 1e9);
  sleep_until_all_are_here();
  MPI_Finalize();
  return 0;
}
