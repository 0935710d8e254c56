// Many threads send at the same time: argument 1 is the number of threads, argument 2 the rounds of each.
//
// Thread t of rank r sends, in each round, 8 (t + 1) bytes to every rank but itself, on the world, on its own dup of
// it, by a persistent request, and reads 8 bytes of each by a window. The sum per pair does not depend on the
// interleaving.
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, size, rounds;
static MPI_Win window;

struct Worker {
  pthread_t thread;
  int number;
  MPI_Comm dup;
};

static void exchange(int number, MPI_Comm comm, int to, int from) {
  double out[64] = {0}, in[64];
  MPI_Request request[2];
  MPI_Irecv(in, 64, MPI_DOUBLE, from, number, comm, &request[0]);
  MPI_Isend(out, number + 1, MPI_DOUBLE, to, number, comm, &request[1]);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
}

static void start_again(int number, MPI_Comm comm, int to, int from) {
  double out[64] = {0}, in[64];
  MPI_Request send, receive;
  MPI_Send_init(out, number + 1, MPI_DOUBLE, to, number, comm, &send);
  MPI_Irecv(in, 64, MPI_DOUBLE, from, number, comm, &receive);
  MPI_Start(&send);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  MPI_Request_free(&send);
}

static void* work(void* argument) {
  const struct Worker* worker = argument;
  double value;
  for (int round = 0; round < rounds; ++round) {
    for (int shift = 1; shift < size; ++shift) {
      const int to = (rank + shift) % size, from = (rank + size - shift) % size;
      exchange(worker->number, MPI_COMM_WORLD, to, from);
      exchange(worker->number, worker->dup, to, from);
      start_again(worker->number, worker->dup, to, from);
      MPI_Get(&value, 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, window);
      MPI_Win_flush(to, window);
    }
  }
  return NULL;
}

int main(int argc, char** argv) {
  const int threads = argc > 2 ? atoi(argv[1]) : 4;
  struct Worker* workers = calloc((size_t)threads, sizeof *workers);
  double memory = 1;
  int provided = 0;
  rounds = argc > 2 ? atoi(argv[2]) : 10;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (provided < MPI_THREAD_MULTIPLE) {
    fprintf(stderr, "this MPI library has no MPI_THREAD_MULTIPLE\n");
    MPI_Abort(MPI_COMM_WORLD, 3);
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_lock_all(0, window);
  for (int i = 0; i < threads; ++i) {
    workers[i].number = i;
    MPI_Comm_dup(MPI_COMM_WORLD, &workers[i].dup);
    pthread_create(&workers[i].thread, NULL, work, &workers[i]);
  }
  for (int i = 0; i < threads; ++i) pthread_join(workers[i].thread, NULL);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  for (int i = 0; i < threads; ++i) MPI_Comm_free(&workers[i].dup);
  free(workers);
  MPI_Finalize();
  return 0;
}
