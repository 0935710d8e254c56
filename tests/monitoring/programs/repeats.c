// Repeats the same sends and collectives while the meaning of their arguments changes in between, as repeats_test.py
// expects. For 2 or more ranks.
#include <mpi.h>

/* Not linked: present if the library is preloaded. */
int tm_phase(const char* name) __attribute__((weak));
int tm_monitor_reset(void) __attribute__((weak));

enum { kTimes = 300, kRounds = 20, kFew = 30 };

static char out[4096], in[4096];
static int rank, size;

static void enter(const char* phase) {
  if (tm_phase) tm_phase(phase);
}

/// Sends `times` messages to the next rank of `comm`. All are on their way before the first is waited for, which helps
/// machines with fewer cores than ranks.
static void pass_on(int times, int count, MPI_Datatype type, MPI_Comm comm) {
  int me, n;
  MPI_Comm_rank(comm, &me), MPI_Comm_size(comm, &n);
  MPI_Request requests[kTimes];
  for (int i = 0; i < times; ++i) MPI_Irecv(in, sizeof in, MPI_BYTE, (me + n - 1) % n, 0, comm, &requests[i]);
  for (int i = 0; i < times; ++i) MPI_Send(out, count, type, (me + 1) % n, 0, comm);
  for (int i = 0; i < times; ++i) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
}

/// The next datatype may get the handle of a freed one, with another size.
static void types_return(void) {
  for (int round = 1; round <= kRounds; ++round) {
    MPI_Datatype type;
    MPI_Type_contiguous(round, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    pass_on(kFew, 2, type, MPI_COMM_WORLD);
    MPI_Type_free(&type);
  }
}

/// So may the next communicator, with another order.
static void communicators_return(void) {
  for (int round = 0; round < kRounds; ++round) {
    MPI_Comm comm;
    MPI_Comm_split(MPI_COMM_WORLD, 0, round % 2 == 0 ? rank : -rank, &comm);
    pass_on(kFew, 10, MPI_BYTE, comm);
    MPI_Comm_free(&comm);
  }
}

/// Collectives with handles that return: of all ranks and of one in turns, with blocks of growing size.
static void collectives_return(void) {
  for (int round = 0; round < kRounds; ++round) {
    MPI_Comm comm;
    MPI_Datatype type;
    MPI_Comm_split(MPI_COMM_WORLD, round % 2 == 0 ? 0 : rank, rank, &comm);
    MPI_Type_contiguous(round + 1, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    for (int i = 0; i < 3; ++i) MPI_Alltoall(out, 1, type, in, 1, type, comm);
    MPI_Type_free(&type);
    MPI_Comm_free(&comm);
  }
}

static void phases_alternate(void) {
  for (int round = 0; round < kRounds; ++round) {
    enter(round % 4 == 0 ? "fourth" : "others");
    pass_on(kFew, 3, MPI_BYTE, MPI_COMM_WORLD);
  }
}

/// A call that fails is not counted, however often it is made.
static void failures(void) {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (int i = 0; i < kTimes; ++i) {
    MPI_Send(out, 7, MPI_BYTE, size, 0, MPI_COMM_WORLD);
    MPI_Send(out, -1, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    MPI_Send(out, 7, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD);
    MPI_Send(out, 7, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank), MPI_Comm_size(MPI_COMM_WORLD, &size);
  pass_on(kTimes, 1000, MPI_BYTE, MPI_COMM_WORLD);
  if (tm_monitor_reset) tm_monitor_reset();  // forgets these
  enter("plain");
  for (int i = 0; i < kRounds; ++i) pass_on(kFew, i % 2 == 0 ? 1 : 100, MPI_BYTE, MPI_COMM_WORLD);
  enter("types");
  types_return();
  enter("communicators");
  communicators_return();
  enter("collectives");
  collectives_return();
  phases_alternate();
  enter("failures");
  failures();
  MPI_Finalize();
  return 0;
}
