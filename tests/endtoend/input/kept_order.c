/* Calls the functions of topomorph.h that need an order, and says whether every order is kept. */
#include <mpi.h>
#include <stdio.h>
#include <topomorph.h>

int main(int argc, char** argv) {
  MPI_Comm world = MPI_COMM_NULL;
  MPI_Count coming = 0;
  int rank, size, new_rank = -1, ranks[16], kept = 1;
  double mine[2], moved[2] = {0, 0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  mine[0] = rank, mine[1] = -rank;
  if (tm_reorder(MPI_COMM_WORLD, &world) != MPI_SUCCESS || world == MPI_COMM_NULL) MPI_Abort(MPI_COMM_WORLD, 4);
  MPI_Comm_rank(world, &new_rank);
  kept &= new_rank == rank && tm_permutation(world, ranks) == MPI_SUCCESS;
  for (int i = 0; i < size; ++i) kept &= ranks[i] == i;
  kept &=
      tm_redistribute(MPI_COMM_WORLD, world, mine, 2, MPI_DOUBLE, NULL, 0, &coming) == MPI_ERR_TRUNCATE && coming == 2;
  kept &= tm_redistribute(MPI_COMM_WORLD, world, mine, 2, MPI_DOUBLE, moved, 2, &coming) == MPI_SUCCESS;
  kept &= moved[0] == rank && moved[1] == -rank;
  MPI_Comm_free(&world);
  MPI_Finalize();
  puts(kept ? "kept" : "changed");
  return 0;
}
