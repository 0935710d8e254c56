/* An application that leaves much behind when it calls MPI_Finalize: threads that compute, error handlers of its own,
 * one of them freed, messages that nobody receives, and receives that nothing has reached. Any number of ranks.
 *
 * usage: network_program STATUS
 *
 * Ends with STATUS; with 9 if its error handler was called, with 8 if a receive that nothing was sent to has changed
 * its buffer. */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kBytes = 64, kThreads = 2, kTags = 8 };

static atomic_int stop;

static void* compute(void* sum) {
  while (!atomic_load(&stop)) *(volatile double*)sum += 1;
  return NULL;
}

static void on_error(MPI_Comm* comm, int* code, ...) {
  (void)comm, (void)code;
  _Exit(9);
}

static void set_error_handlers(void) {
  MPI_Errhandler freed;
  MPI_Comm_create_errhandler(on_error, &freed);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, freed);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, freed);
  MPI_Errhandler_free(&freed);
}

static void send_what_nobody_receives(int rank, int size) {
  char text[kBytes] = "lost";
  for (int tag = 0; tag < kTags; ++tag) {
    if (size > 1) MPI_Send(text, kBytes, MPI_BYTE, (rank + 1) % size, tag, MPI_COMM_WORLD);
  }
}

int main(int argc, char** argv) {
  static char waiting[kBytes], before[kBytes];
  double sums[kThreads] = {0};
  pthread_t threads[kThreads];
  int provided, rank, size;
  MPI_Request never;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  set_error_handlers();
  for (int i = 0; i < kThreads; ++i) pthread_create(&threads[i], NULL, compute, &sums[i]);
  memset(waiting, 'w', kBytes);
  memcpy(before, waiting, kBytes);
  MPI_Irecv(waiting, kBytes, MPI_BYTE, rank, MPI_ANY_TAG, MPI_COMM_WORLD, &never);
  send_what_nobody_receives(rank, size);
  MPI_Finalize();
  atomic_store(&stop, 1);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
  usleep(rank == 0 ? 100000 : 400000); /* launchers end a job at the first failure, and lose lines on their way */
  return memcmp(waiting, before, kBytes) != 0 ? 8 : argc > 1 ? atoi(argv[1]) : 0;
}
