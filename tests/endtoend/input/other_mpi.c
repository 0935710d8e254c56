/* A job that uses handles of many kinds. Compiled with -shared it is what a plain program (an interpreter) opens. */
#include <mpi.h>
#include <stdio.h>

int job(void) {
  int rank, size, before = -1, sum = -1;
  MPI_Comm comm;
  MPI_Datatype pair;
  MPI_Group group;
  MPI_Init(NULL, NULL);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Comm_group(comm, &group);
  MPI_Group_free(&group);
  MPI_Type_vector(1, 1, 2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Sendrecv(&rank, 1, pair, (rank + 1) % size, 0, &before, 1, MPI_INT, (rank + size - 1) % size, 0, comm,
               MPI_STATUS_IGNORE);
  MPI_Type_free(&pair);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  MPI_Comm_free(&comm);
  if (rank == 0) printf("%d ranks, sum %d, before me %d\n", size, sum, before);
  MPI_Finalize();
  return 0;
}

#ifndef TOPOMORPH_TEST_SHARED
int main(void) { return job(); }
#endif
