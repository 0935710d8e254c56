/* Asks for its rank, and sends, through functions that it has looked up in the MPI library's own handle, before MPI_Init
 * and after.
 *
 * usage: own_handle LIBRARY, such as libmpi.so.40; ends with status 3 if all say the same, and prints a line by rank. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

typedef int (*Rank)(MPI_Comm, int*);

typedef int (*Sendrecv)(const void*, int, MPI_Datatype, int, int, void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status*);

static Rank look_up(const char* library, const char* name) {
  return (Rank)dlsym(dlopen(library, RTLD_LAZY | RTLD_NOLOAD), name);
}

int main(int argc, char** argv) {
  const Rank early = look_up(argv[1], "MPI_Comm_rank");
  MPI_Init(&argc, &argv);
  const Rank functions[] = {early, look_up(argv[1], "MPI_Comm_rank"), look_up(argv[1], "PMPI_Comm_rank")};
  int rank, same = 1, in = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 3; ++i) {
    int found = -1;
    functions[i](MPI_COMM_WORLD, &found);
    same = same && found == rank;
  }
  const Sendrecv exchange = (Sendrecv)look_up(argv[1], "MPI_Sendrecv");
  exchange(&rank, 1, MPI_INT, rank ^ 1, 0, &in, 1, MPI_INT, rank ^ 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  printf("rank %d: %s\n", rank, same && in == (rank ^ 1) ? "one" : "two");
  MPI_Finalize();
  return same ? 3 : 4;
}
