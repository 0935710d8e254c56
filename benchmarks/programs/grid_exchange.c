/* Exchanges data with the neighbours in a grid that MPI may renumber: MPI_Cart_create with reorder=1.
 *
 * usage: grid_exchange BYTES0 BYTES1 ROUNDS: bytes to each neighbour along either dimension in each round. With
 * GRID_EXCHANGE=pairs in the environment it exchanges them with rank ^ 8 of MPI_COMM_WORLD instead, another pattern.
 * Keeps the rules: all data belong to the new ranks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kDimensions = 2 };

static void exchange(char* out, char* in, int bytes, int to, int from, MPI_Comm comm) {
  if (bytes > 0) MPI_Sendrecv(out, bytes, MPI_CHAR, to, 0, in, bytes, MPI_CHAR, from, 0, comm, MPI_STATUS_IGNORE);
}

static void exchange_in_grid(char* out, char* in, const int bytes[kDimensions], MPI_Comm grid) {
  for (int d = 0; d < kDimensions; ++d) {
    int before = 0, behind = 0;
    MPI_Cart_shift(grid, d, 1, &before, &behind);
    exchange(out, in, bytes[d], behind, before, grid);
    exchange(out, in, bytes[d], before, behind, grid);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc < 4) MPI_Abort(MPI_COMM_WORLD, 2);
  const int bytes[kDimensions] = {atoi(argv[1]), atoi(argv[2])}, rounds = atoi(argv[3]);
  const int in_pairs = getenv("GRID_EXCHANGE") != NULL, periods[kDimensions] = {0, 0};
  const size_t most = (size_t)(bytes[0] > bytes[1] ? bytes[0] : bytes[1]) + 1;
  char* const out = calloc(most, 1);
  char* const in = calloc(most, 1);
  int rank = 0, size = 0, dims[kDimensions] = {0, 0};
  MPI_Comm grid = MPI_COMM_NULL;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Dims_create(size, kDimensions, dims);
  MPI_Cart_create(MPI_COMM_WORLD, kDimensions, dims, periods, 1, &grid);
  for (int round = 0; round < rounds; ++round) {
    if (in_pairs)
      exchange(out, in, bytes[0], rank ^ 8, rank ^ 8, MPI_COMM_WORLD);
    else
      exchange_in_grid(out, in, bytes, grid);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("exchanged\n");
  MPI_Comm_free(&grid);
  free(out);
  free(in);
  MPI_Finalize();
  return 0;
}
