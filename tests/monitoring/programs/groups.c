// All-to-alls of the even and of the odd ranks, whose communicators number them backwards; groups_test.py states what
// they send.
#include <mpi.h>

enum { kMost = 64 };

int main(int argc, char** argv) {
  int rank, members;
  int counts[kMost];
  char out[4 * kMost] = {0}, in[4 * kMost];
  MPI_Comm half;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  MPI_Comm_size(half, &members);
  for (int i = 0; i < members && i < kMost; ++i) counts[i] = i == 0 ? 2 : 1;
  MPI_Alltoall(out, 4, MPI_BYTE, in, 4, MPI_BYTE, half);
  MPI_Reduce_scatter(out, in, counts, MPI_BYTE, MPI_BOR, half);
  MPI_Comm_free(&half);
  MPI_Finalize();
  return 0;
}
