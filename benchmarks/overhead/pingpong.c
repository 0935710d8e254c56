/* usage: pingpong BATCHES BYTES... Prints half the round trip between the two roles in microseconds, by message size.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"

static const double kSeconds = 0.4; /* for each size */

static void round_trip(int me, char* buffer, int bytes) {
  if (me == 0) MPI_Send(buffer, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  MPI_Recv(buffer, bytes, MPI_BYTE, 1 - me, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (me == 1) MPI_Send(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
}

/// Returns a batch of about half a millisecond, short enough that other processes sometimes leave it undisturbed.
static int iterations_for(int bytes) { return bytes <= 4096 ? 500 : bytes <= 65536 ? 50 : 2; }

static char* page_aligned(int bytes) {
  void* memory = NULL;
  if (posix_memalign(&memory, 4096, (size_t)bytes) != 0) exit(1);
  return memset(memory, 0, (size_t)bytes);
}

static double batch(int me, char* buffer, int bytes) {
  const int iterations = iterations_for(bytes);
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = now();
  for (int i = 0; i < iterations; ++i) round_trip(me, buffer, bytes);
  return (now() - begin) / iterations / 2;
}

int main(int argc, char** argv) {
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  const int batches = argc > 1 ? atoi(argv[1]) : 100;
  if (me == 0) printf("{");
  for (int i = 2; i < argc; ++i) {
    const int bytes = atoi(argv[i]);
    char* const buffer = page_aligned(bytes); /* the library changes the heap */
    double best = 1e9;
    const double end = now() + kSeconds;
    for (int k = 0; go_on(k, batches, end); ++k) best = least(best, batch(me, buffer, bytes));
    if (me == 0) printf("%s\"%d\": %.4f", i == 2 ? "" : ", ", bytes, best * 1e6);
    free(buffer);
  }
  if (me == 0) printf("}\n");
  MPI_Finalize();
  return 0;
}
