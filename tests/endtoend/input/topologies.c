/* Makes virtual topologies with reorder=1, uses them, and ends with the status it is given.
 *
 * usage: topologies STATUS, on 4 processes; prints a line, the same in every order of the ranks. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Pairs that the launcher's order puts on different halves of the machine talk most. */
static const int kWeights[2] = {1000, 1};
static int partner(int rank, int i) { return rank ^ (i == 0 ? 2 : 1); }

static int check_pairs(MPI_Comm graph) {
  int rank, in[2] = {-1, -1};
  MPI_Comm_rank(graph, &rank);
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, graph);
  return in[0] == partner(rank, 0) && in[1] == partner(rank, 1);
}

static int check_ring(MPI_Comm ring) {
  int rank, size, in[2] = {-1, -1};
  MPI_Comm_rank(ring, &rank);
  MPI_Comm_size(ring, &size);
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, ring);
  return in[0] == (rank + size - 1) % size && in[1] == (rank + 1) % size;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size, right = 1, all = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int round = 0; round < 2; ++round) {
    const int partners[2] = {partner(rank, 0), partner(rank, 1)}, periodic = 1;
    MPI_Comm graph, grid;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, partners, kWeights, 2, partners, kWeights, MPI_INFO_NULL, 1, &graph);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 1, &grid);
    right = right && check_pairs(graph) && check_ring(grid);
    MPI_Comm_free(&graph);
    MPI_Comm_free(&grid);
  }
  MPI_Allreduce(&right, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (rank == 0) printf("topologies %s\n", all ? "right" : "wrong");
  MPI_Finalize();
  return argc > 1 ? atoi(argv[1]) : 0;
}
