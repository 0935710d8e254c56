/* usage: grid COLLECTIVE BYTES. Calls one collective in each column of a process grid and, with a quarter of the bytes,
 * in each row. Neighbours of a column are a whole row apart in the launcher's order. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many calls that the messages by which communicators are made are few beside theirs. */
enum { kColumns = 4, kBytes = 1 << 22, kFewestCalls = 8, kMostCalls = 100 };

static char *out, *in;

/* `bytes` is the buffer of one process; with blocks, of one peer. */
static int call(const char* name, int bytes, MPI_Comm comm) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  const int block = bytes / size > 0 ? bytes / size : 1;
  if (strcmp(name, "bcast") == 0) return MPI_Bcast(out, bytes, MPI_BYTE, 0, comm);
  if (strcmp(name, "reduce") == 0) return MPI_Reduce(out, in, bytes, MPI_CHAR, MPI_MAX, 0, comm);
  if (strcmp(name, "allreduce") == 0) return MPI_Allreduce(out, in, bytes, MPI_CHAR, MPI_MAX, comm);
  if (strcmp(name, "gather") == 0) return MPI_Gather(out, block, MPI_BYTE, in, block, MPI_BYTE, 0, comm);
  if (strcmp(name, "scatter") == 0) return MPI_Scatter(out, block, MPI_BYTE, in, block, MPI_BYTE, 0, comm);
  if (strcmp(name, "allgather") == 0) return MPI_Allgather(out, block, MPI_BYTE, in, block, MPI_BYTE, comm);
  if (strcmp(name, "alltoall") == 0) return MPI_Alltoall(out, block, MPI_BYTE, in, block, MPI_BYTE, comm);
  if (strcmp(name, "reduce_scatter") == 0) return MPI_Reduce_scatter_block(out, in, block, MPI_CHAR, MPI_MAX, comm);
  if (strcmp(name, "scan") == 0) return MPI_Scan(out, in, bytes, MPI_CHAR, MPI_MAX, comm);
  fprintf(stderr, "grid: no such collective: %s\n", name);
  MPI_Abort(MPI_COMM_WORLD, 2);
  return MPI_ERR_ARG;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int bytes = argc > 2 ? atoi(argv[2]) : 0;
  out = calloc((size_t)bytes + 64, 1);
  in = calloc((size_t)bytes + 64, 1);
  MPI_Comm column, row;
  MPI_Comm_split(MPI_COMM_WORLD, rank % kColumns, rank, &column);
  MPI_Comm_split(MPI_COMM_WORLD, rank / kColumns, rank, &row);
  int calls = bytes > 0 ? kBytes / bytes : 0;
  if (calls > kMostCalls) calls = kMostCalls;
  if (bytes > 0 && calls < kFewestCalls) calls = kFewestCalls;
  for (int i = 0; i < calls; ++i) {
    call(argv[1], bytes, column);
    call(argv[1], bytes / 4, row);
  }
  MPI_Finalize();
  return bytes > 0 ? 0 : 2;
}
