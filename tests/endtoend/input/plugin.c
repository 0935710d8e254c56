/* A plugin that is linked to an MPI library. */
#include <mpi.h>
#include <stdio.h>

void ask(void) {
  int begun = 1, length;
  char version[MPI_MAX_LIBRARY_VERSION_STRING];
  MPI_Initialized(&begun);
  MPI_Get_library_version(version, &length);
  printf("begun %d, %.5s\n", begun, version);
}

void work(void) {
  int rank, size, sum, other;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &other, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  printf("rank %d of %d: sum %d, before me %d\n", rank, size, sum, other);
  MPI_Finalize();
}
