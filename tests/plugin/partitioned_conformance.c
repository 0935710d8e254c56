/* Messages in partitions reach the rank that they name, in whatever way their parts become ready. */
#include "conformance.h"

enum { kTag = 12, kParts = 4, kEach = 3, kValues = kParts * kEach };
static int rank, size, next, previous;

static void one_by_one(MPI_Request request) {
  for (int part = kParts; part-- > 0;) MPI_Pready(part, request);
}

static void by_range(MPI_Request request) {
  MPI_Pready_range(2, kParts - 1, request);
  MPI_Pready_range(0, 1, request);
}

static void by_list(MPI_Request request) {
  int even[] = {0, 2}, odd[] = {1, 3};
  MPI_Pready_list(2, odd, request);
  MPI_Pready_list(2, even, request);
}

static int value(int from, int round, int i) { return 1000 * from + 100 * round + i; }

static void exchange(MPI_Request* requests, int* out, const int* in, int round, void (*ready)(MPI_Request)) {
  MPI_Startall(2, requests);
  for (int i = 0; i < kValues; ++i) out[i] = value(rank, round, i);
  ready(requests[1]);
  for (int part = 0; part < kParts; ++part)
    for (int arrived = 0; !arrived;) MPI_Parrived(requests[0], part, &arrived);
  for (int i = 0; i < kValues; ++i) CHECK_EQUAL(in[i], value(previous, round, i));
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void ring(void (*ready)(MPI_Request)) {
  int out[kValues], in[kValues];
  MPI_Request requests[2];
  MPI_Precv_init(in, kParts, kEach, MPI_INT, previous, kTag, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
  MPI_Psend_init(out, kParts, kEach, MPI_INT, next, kTag, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
  for (int round = 0; round < 2; ++round) exchange(requests, out, in, round, ready);
  for (int i = 0; i < 2; ++i) MPI_Request_free(&requests[i]);
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = rank_in(MPI_COMM_WORLD);
  size = size_of(MPI_COMM_WORLD);
  next = (rank + 1) % size;
  previous = (rank + size - 1) % size;
  ring(one_by_one);
  ring(by_range);
  ring(by_list);
  return finish();
}
