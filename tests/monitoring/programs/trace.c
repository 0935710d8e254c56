// Communicates in one of several ways, whose traces are known (trace_test.py). Usage: trace SCENARIO.
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int tm_monitor_stop(void) __attribute__((weak));
int tm_phase(const char* name) __attribute__((weak));

enum { ROUNDS = 1000, SIZE = 100 };

static int rank, size, left, right;

static void halo(void) {
  char in[2][SIZE], out[SIZE] = {0};
  for (int i = 0; i < ROUNDS; ++i) {
    MPI_Request requests[4];
    MPI_Irecv(in[0], SIZE, MPI_CHAR, left, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(in[1], SIZE, MPI_CHAR, right, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(out, SIZE, MPI_CHAR, right, 1, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(out, SIZE, MPI_CHAR, left, 2, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  }
}

static void enter(const char* phase) {
  if (tm_phase) tm_phase(phase);
}

// Odd ranks have a phase more, and give other numbers to the phases of all. Most of the time is in the phase "sum".
static void phases(void) {
  char in[SIZE], out[SIZE] = {0};
  int sum = 0;
  if (rank % 2 == 1) enter("odd");
  for (int i = 0; i < ROUNDS; ++i) {
    enter("exchange");
    MPI_Sendrecv(out, SIZE, MPI_CHAR, right, 1, in, SIZE, MPI_CHAR, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    enter("sum");
    for (volatile int work = 0; work < 20000; ++work) {
    }
    MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  enter("");
}

// Whoever the messages come from, the trace says it.
static void wildcards(void) {
  int in[3], out[3] = {1, 2, 3};
  MPI_Request requests[2];
  MPI_Send(out, 1, MPI_INT, right, 7, MPI_COMM_WORLD);
  MPI_Recv(in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Irecv(in, 2, MPI_INT, MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(in + 2, 1, MPI_INT, left, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[1]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Send(out, 2, MPI_INT, right, 8, MPI_COMM_WORLD);
  MPI_Send(out, 1, MPI_INT, right, 9, MPI_COMM_WORLD);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Sendrecv(out, 3, MPI_INT, left, 10, in, 3, MPI_INT, MPI_ANY_SOURCE, 10, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void persistent(void) {
  char in[SIZE], out[SIZE] = {0};
  MPI_Request requests[2];
  MPI_Recv_init(in, SIZE, MPI_CHAR, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Send_init(out, SIZE, MPI_CHAR, right, 1, MPI_COMM_WORLD, &requests[1]);
  for (int i = 0; i < ROUNDS; ++i) {
    MPI_Startall(2, requests);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
}

// The same pair and tag in three communicators, received in another order than sent.
static void communicators(void) {
  MPI_Comm part, twin;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &part);
  MPI_Comm_dup(part, &twin);
  int part_rank, part_size, in[3], out[3] = {0};
  MPI_Comm_rank(part, &part_rank);
  MPI_Comm_size(part, &part_size);
  const int to = (part_rank + 1) % part_size, from = (part_rank + part_size - 1) % part_size;
  const int world_to = (rank - 2 + size) % size, world_from = (rank + 2) % size;  // the keys turn the order around
  MPI_Request requests[3];
  MPI_Irecv(&in[0], 1, MPI_INT, from, 5, twin, &requests[0]);
  MPI_Irecv(&in[1], 1, MPI_INT, world_from, 5, MPI_COMM_WORLD, &requests[1]);
  MPI_Irecv(&in[2], 1, MPI_INT, from, 5, part, &requests[2]);
  MPI_Send(out, 1, MPI_INT, to, 5, part);
  MPI_Send(out, 1, MPI_INT, world_to, 5, MPI_COMM_WORLD);
  MPI_Send(out, 1, MPI_INT, to, 5, twin);
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  MPI_Allreduce(MPI_IN_PLACE, in, 3, MPI_INT, MPI_SUM, part);
  MPI_Comm_free(&twin);
  MPI_Comm_free(&part);
}

static void completions(void) {
  enum { REQUESTS = 4 };
  int in[REQUESTS], out[REQUESTS] = {0};
  MPI_Request requests[REQUESTS], sends[REQUESTS];
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < REQUESTS; ++i) MPI_Irecv(&in[i], 1, MPI_INT, left, i, MPI_COMM_WORLD, &requests[i]);
    for (int i = REQUESTS - 1; i >= 0; --i) MPI_Isend(&out[i], 1, MPI_INT, right, i, MPI_COMM_WORLD, &sends[i]);
    for (int done = 0; done < REQUESTS;) {
      int indices[REQUESTS], flag = 0, number = 0;
      if (round == 0) MPI_Waitany(REQUESTS, requests, indices, MPI_STATUS_IGNORE), number = 1;
      if (round == 1) MPI_Testsome(REQUESTS, requests, &number, indices, MPI_STATUSES_IGNORE);
      if (round == 2) MPI_Testany(REQUESTS, requests, indices, &flag, MPI_STATUS_IGNORE), number = flag ? 1 : 0;
      done += number;
    }
    int all = 0;
    while (!all) MPI_Testall(REQUESTS, sends, &all, MPI_STATUSES_IGNORE);
  }
}

// Rank 0 completes them in another order than the others.
static void nonblocking_collectives(void) {
  int in[2] = {0, 0}, out[2] = {1, 2};
  MPI_Request requests[3];
  MPI_Iallreduce(&out[0], &in[0], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
  MPI_Ibarrier(MPI_COMM_WORLD, &requests[1]);
  MPI_Ibcast(&out[1], 1, MPI_INT, 1, MPI_COMM_WORLD, &requests[2]);
  if (rank == 0) {
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  }
}

static void rest(void) {
  char in[SIZE], out[SIZE] = {0}, *buffer = malloc(1 << 16);
  MPI_Message message;
  MPI_Request request;
  int size_of_buffer = 1 << 16, found = 0;
  MPI_Buffer_attach(buffer, size_of_buffer);
  MPI_Send(out, SIZE, MPI_CHAR, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
  MPI_Isend(out, SIZE, MPI_CHAR, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Bsend(out, 10, MPI_CHAR, right, 1, MPI_COMM_WORLD);
  MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(in, SIZE, MPI_CHAR, &message, MPI_STATUS_IGNORE);
  MPI_Isend(out, 20, MPI_CHAR, right, 2, MPI_COMM_WORLD, &request);
  MPI_Request_free(&request);
  while (!found) MPI_Improbe(left, 2, MPI_COMM_WORLD, &found, &message, MPI_STATUS_IGNORE);
  MPI_Imrecv(in, SIZE, MPI_CHAR, &message, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Sendrecv_replace(out, 30, MPI_CHAR, right, 3, left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Ssend(out, 40, MPI_CHAR, rank % 2 == 0 && rank + 1 < size ? rank + 1 : MPI_PROC_NULL, 4, MPI_COMM_WORLD);
  if (rank % 2 == 1) MPI_Recv(in, SIZE, MPI_CHAR, rank - 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&buffer, &size_of_buffer);
  free(buffer);
}

static void every_collective(MPI_Comm comm) {
  int n, me, *in = calloc(4096, sizeof(int)), *out = calloc(4096, sizeof(int)), counts[256], offsets[256];
  MPI_Comm_size(comm, &n);
  MPI_Comm_rank(comm, &me);
  for (int i = 0; i < n; ++i) counts[i] = i + 1, offsets[i] = 10 * i;
  MPI_Barrier(comm);
  MPI_Bcast(in, 10, MPI_INT, n - 1, comm);
  MPI_Reduce(in, out, 10, MPI_INT, MPI_SUM, 0, comm);
  MPI_Allreduce(in, out, 4000, MPI_INT, MPI_SUM, comm);
  MPI_Gather(in, 3, MPI_INT, out, 3, MPI_INT, 0, comm);
  MPI_Scatter(in, 3, MPI_INT, out, 3, MPI_INT, 0, comm);
  MPI_Gatherv(in, me + 1, MPI_INT, out, counts, offsets, MPI_INT, 0, comm);
  MPI_Scatterv(in, counts, offsets, MPI_INT, out, me + 1, MPI_INT, 0, comm);
  MPI_Allgather(in, 3, MPI_INT, out, 3, MPI_INT, comm);
  MPI_Allgatherv(in, me + 1, MPI_INT, out, counts, offsets, MPI_INT, comm);
  MPI_Alltoall(in, 3, MPI_INT, out, 3, MPI_INT, comm);
  for (int i = 0; i < n; ++i) counts[i] = 2;
  MPI_Alltoallv(in, counts, offsets, MPI_INT, out, counts, offsets, MPI_INT, comm);
  MPI_Reduce_scatter(in, out, counts, MPI_INT, MPI_SUM, comm);
  MPI_Reduce_scatter_block(in, out, 3, MPI_INT, MPI_SUM, comm);
  MPI_Scan(in, out, 5, MPI_INT, MPI_SUM, comm);
  MPI_Exscan(in, out, 5, MPI_INT, MPI_SUM, comm);
  free(in), free(out);
}

static void neighbours(void) {
  const int periodic = 1;
  int in[2], out[2] = {0};
  MPI_Comm ring;
  MPI_Request request;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
  for (int i = 0; i < ROUNDS; ++i) MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, ring);
  MPI_Ineighbor_allgather(out, 1, MPI_INT, in, 1, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&ring);
}

static void pause_recording(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (tm_monitor_stop) tm_monitor_stop();
  MPI_Barrier(MPI_COMM_WORLD);
}

static void* call_from_thread(void* unused) {
  MPI_Barrier(MPI_COMM_SELF);
  return unused;
}

static void threads(void) {
  pthread_t thread;
  MPI_Barrier(MPI_COMM_WORLD);
  pthread_create(&thread, NULL, call_from_thread, NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  pthread_join(thread, NULL);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void cancelled(void) {
  int in, flag;
  MPI_Request request;
  MPI_Status status;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Irecv(&in, 1, MPI_INT, left, 99, MPI_COMM_WORLD, &request);
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &flag);
}

// No two rounds are alike, so that nothing folds. Ranks wait for each other once in many messages: on a busy machine each
// wait costs a slice of a core's time.
static void irregular(void) {
  enum { BATCH = 50 };
  char in[SIZE], out[SIZE] = {0};
  unsigned random = 1;
  for (int i = 0; i < 12000 / BATCH; ++i) {
    for (int j = 0; j < BATCH; ++j) {
      random = random * 1664525u + 1013904223u;
      MPI_Send(out, (int)(random >> 16) % SIZE, MPI_CHAR, right, 1, MPI_COMM_WORLD);
    }
    for (int j = 0; j < BATCH; ++j) MPI_Recv(in, SIZE, MPI_CHAR, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

static void work(const char* scenario) {
  if (strcmp(scenario, "halo") == 0) halo();
  if (strcmp(scenario, "phases") == 0) phases();
  if (strcmp(scenario, "wildcards") == 0) wildcards();
  if (strcmp(scenario, "persistent") == 0) persistent();
  if (strcmp(scenario, "communicators") == 0) communicators();
  if (strcmp(scenario, "completions") == 0) completions();
  if (strcmp(scenario, "nonblocking_collectives") == 0) nonblocking_collectives();
  if (strcmp(scenario, "rest") == 0) rest();
  if (strcmp(scenario, "collectives") == 0) every_collective(MPI_COMM_WORLD);
  if (strcmp(scenario, "neighbours") == 0) neighbours();
  if (strcmp(scenario, "pause") == 0) pause_recording();
  if (strcmp(scenario, "threads") == 0) threads();
  if (strcmp(scenario, "cancelled") == 0) cancelled();
  if (strcmp(scenario, "irregular") == 0) irregular();
}

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  left = (rank + size - 1) % size, right = (rank + 1) % size;
  work(argc > 1 ? argv[1] : "");
  MPI_Finalize();
  return 0;
}
