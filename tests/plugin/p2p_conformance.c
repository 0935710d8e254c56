/* Messages of every kind reach the rank that they name and tell where they come from. */
#include "conformance.h"

enum { kTag = 11 };
static int rank, size, next, previous;
static MPI_Status status;

static void check_source(int got, int source) {
  CHECK_EQUAL(got, source);
  CHECK_EQUAL(status.MPI_SOURCE, source);
  CHECK_EQUAL(status.MPI_TAG, kTag);
}

typedef int (*Send)(const void*, int, MPI_Datatype, int, int, MPI_Comm);
typedef int (*Isend)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

/* Posts the receive before any process sends, as ready mode and sends to oneself require. */
static void blocking(Send send) {
  int got = -1;
  MPI_Request receive;
  MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &receive);
  MPI_Barrier(MPI_COMM_WORLD);
  send(&rank, 1, MPI_INT, next, kTag, MPI_COMM_WORLD);
  MPI_Wait(&receive, &status);
  check_source(got, previous);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void nonblocking(Isend send) {
  int got = -1;
  MPI_Request requests[2];
  MPI_Status statuses[2];
  MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
  MPI_Barrier(MPI_COMM_WORLD);
  send(&rank, 1, MPI_INT, next, kTag, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, statuses);
  status = statuses[0];
  check_source(got, previous);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void persistent(Isend init) {
  int got = -1;
  MPI_Request requests[2];
  MPI_Recv_init(&got, 1, MPI_INT, previous, kTag, MPI_COMM_WORLD, &requests[0]);
  init(&rank, 1, MPI_INT, next, kTag, MPI_COMM_WORLD, &requests[1]);
  for (int round = 0; round < 2; ++round) {
    got = -1;
    MPI_Start(&requests[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Startall(1, &requests[1]);
    MPI_Wait(&requests[0], &status);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    check_source(got, previous);
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
}

static void every_mode(void) {
  static char space[4096];
  void* detached = NULL;
  int bytes = 0;
  MPI_Buffer_attach(space, sizeof space);
  const Send sends[] = {MPI_Send, MPI_Bsend, MPI_Ssend, MPI_Rsend};
  for (int i = 0; i < 4; ++i)
    if (sends[i] != MPI_Ssend || size > 1) blocking(sends[i]);
  const Isend isends[] = {MPI_Isend, MPI_Ibsend, MPI_Issend, MPI_Irsend};
  for (int i = 0; i < 4; ++i) nonblocking(isends[i]);
  const Isend inits[] = {MPI_Send_init, MPI_Bsend_init, MPI_Ssend_init, MPI_Rsend_init};
  for (int i = 0; i < 4; ++i) persistent(inits[i]);
  MPI_Buffer_detach(&detached, &bytes);
  CHECK(detached == (void*)space);
  CHECK_EQUAL(bytes, sizeof space);
}

static void exchanges(void) {
  int got = -1, mine = rank;
  MPI_Sendrecv(&rank, 1, MPI_INT, next, kTag, &got, 1, MPI_INT, previous, kTag, MPI_COMM_WORLD, &status);
  check_source(got, previous);
  MPI_Sendrecv_replace(&mine, 1, MPI_INT, previous, kTag, next, kTag, MPI_COMM_WORLD, &status);
  check_source(mine, next);
  MPI_Sendrecv(&rank, 1, MPI_INT, MPI_PROC_NULL, kTag, &got, 1, MPI_INT, MPI_PROC_NULL, kTag, MPI_COMM_WORLD, &status);
  CHECK_EQUAL(status.MPI_SOURCE, MPI_PROC_NULL);
}

#ifdef CONFORMANCE_MPI_4
static void check_exchanged(int got, int source) {
#ifdef MPICH_NUMVERSION /* up to 5.0.2: the status is not that of the receive */
  CHECK_EQUAL(got, source);
#else
  check_source(got, source);
#endif
}

static void exchanges_waited_for_later(void) {
  int got = -1, mine = rank;
  MPI_Request request;
  MPI_Isendrecv(&rank, 1, MPI_INT, next, kTag, &got, 1, MPI_INT, MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, &status);
  check_exchanged(got, previous);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Isendrecv_replace(&mine, 1, MPI_INT, previous, kTag, next, kTag, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, &status);
  check_exchanged(mine, next);
}
#endif

static void probes(void) {
  int got = -1, flag = 0, count = 0;
  MPI_Request request;
  MPI_Isend(&rank, 1, MPI_INT, next, kTag, MPI_COMM_WORLD, &request);
  MPI_Probe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &status);
  CHECK_EQUAL(status.MPI_SOURCE, previous);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK_EQUAL(count, 1);
  while (!flag) MPI_Iprobe(previous, kTag, MPI_COMM_WORLD, &flag, &status);
  MPI_Recv(&got, 1, MPI_INT, status.MPI_SOURCE, kTag, MPI_COMM_WORLD, &status);
  check_source(got, previous);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void matched_probes(void) {
  int got[2] = {-1, -1}, flag = 0;
  MPI_Request sends[2], receive;
  MPI_Message message;
  for (int i = 0; i < 2; ++i) MPI_Isend(&rank, 1, MPI_INT, next, kTag, MPI_COMM_WORLD, &sends[i]);
  MPI_Mprobe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &message, &status);
  CHECK_EQUAL(status.MPI_SOURCE, previous);
  CHECK(OF_NUMBER(Message, NUMBER_OF(Message, message)) == message);
  MPI_Mrecv(&got[0], 1, MPI_INT, &message, &status);
  check_source(got[0], previous);
  while (!flag) MPI_Improbe(previous, kTag, MPI_COMM_WORLD, &flag, &message, &status);
  MPI_Imrecv(&got[1], 1, MPI_INT, &message, &receive);
  MPI_Wait(&receive, &status);
  check_source(got[1], previous);
  MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
}

enum { kMany = 4 };

static void start_many(int* got, MPI_Request* receives, MPI_Request* sends) {
  for (int i = 0; i < kMany; ++i) {
    got[i] = -1;
    MPI_Irecv(&got[i], 1, MPI_INT, previous, i, MPI_COMM_WORLD, &receives[i]);
  }
  for (int i = 0; i < kMany; ++i) MPI_Isend(&rank, 1, MPI_INT, next, i, MPI_COMM_WORLD, &sends[i]);
}

static void finish_many(const int* got, MPI_Request* sends) {
  for (int i = 0; i < kMany; ++i) CHECK_EQUAL(got[i], previous);
  MPI_Waitall(kMany, sends, MPI_STATUSES_IGNORE);
}

static void one_by_one(void) {
  int got[kMany], index = -1, flag = 0;
  MPI_Request receives[kMany], sends[kMany];
  start_many(got, receives, sends);
  MPI_Waitany(kMany, receives, &index, &status);
  CHECK_EQUAL(status.MPI_TAG, index);
  while (!flag || index == MPI_UNDEFINED) MPI_Testany(kMany, receives, &index, &flag, &status);
  CHECK_EQUAL(status.MPI_TAG, index);
  for (int i = 0; i < kMany; ++i) {
    MPI_Request_get_status(receives[i], &flag, &status);
    for (flag = 0; !flag;) MPI_Test(&receives[i], &flag, &status);
  }
  finish_many(got, sends);
}

static void some(void) {
  int got[kMany], indices[kMany], count = 0, done = 0, flag = 0;
  MPI_Request receives[kMany], sends[kMany];
  MPI_Status statuses[kMany];
  start_many(got, receives, sends);
  while (done < kMany) {
    MPI_Waitsome(kMany, receives, &count, indices, statuses);
    for (int i = 0; i < count; ++i) CHECK_EQUAL(statuses[i].MPI_TAG, indices[i]);
    done += count;
  }
  finish_many(got, sends);
  start_many(got, receives, sends);
  for (done = 0; done < kMany;) {
    MPI_Testsome(kMany, receives, &count, indices, statuses);
    for (int i = 0; i < count; ++i) CHECK_EQUAL(statuses[i].MPI_SOURCE, previous);
    done += count;
  }
  finish_many(got, sends);
  start_many(got, receives, sends);
  while (!flag) MPI_Testall(kMany, receives, &flag, statuses);
  CHECK_EQUAL(statuses[kMany - 1].MPI_SOURCE, previous);
  finish_many(got, sends);
}

static void cancelled(void) {
  int got = -1, flag = 0;
  MPI_Request request;
  MPI_Irecv(&got, 1, MPI_INT, previous, kTag + 1, MPI_COMM_WORLD, &request);
  CHECK(OF_NUMBER(Request, NUMBER_OF(Request, request)) == request);
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &flag);
  CHECK_EQUAL(flag, 1);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = rank_in(MPI_COMM_WORLD);
  size = size_of(MPI_COMM_WORLD);
  next = (rank + 1) % size;
  previous = (rank + size - 1) % size;
  every_mode();
  exchanges();
#ifdef CONFORMANCE_MPI_4
  exchanges_waited_for_later();
#endif
  probes();
  matched_probes();
  one_by_one();
  some();
  cancelled();
  return finish();
}
