/* Sends three messages around the ring with MPI_Send, for another tool to count. */
#include "conformance.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = rank_in(MPI_COMM_WORLD), size = size_of(MPI_COMM_WORLD);
  CHECK_EQUAL(rank, expected_rank());
  for (int i = 0; i < 3; ++i) {
    int got = -1;
    MPI_Request request;
    MPI_Irecv(&got, 1, MPI_INT, (rank + size - 1) % size, i, MPI_COMM_WORLD, &request);
    MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, i, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK_EQUAL(got, (rank + size - 1) % size);
  }
  return finish();
}
