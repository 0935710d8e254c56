/* A program without MPI that uses MPI if it is there, as libraries for many kinds of programs do. */
#include <stdio.h>

#define MAYBE __attribute__((weak))
MAYBE int MPI_Initialized(int* flag);
MAYBE int PMPI_Finalized(int* flag);
MAYBE int MPI_Comm_rank(int comm, int* rank);
MAYBE int MPI_Comm_size(int comm, int* size);
MAYBE int MPI_Barrier(int comm);

int main(int argc, char** argv) {
  int initialized = 0, finalized = 0, rank = 0, size = 1, failed = 0;
  if (MPI_Initialized) MPI_Initialized(&initialized);
  if (PMPI_Finalized) PMPI_Finalized(&finalized);
  if (MPI_Comm_rank) MPI_Comm_rank(0, &rank);
  if (MPI_Comm_size) MPI_Comm_size(0, &size);
  if (argc > 1 && MPI_Barrier) failed = MPI_Barrier(0) != 0;
  printf("%d %d %d of %d\n", initialized, finalized, rank, size);
  return failed && argc > 2 ? 1 : 7;
}
