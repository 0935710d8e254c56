/* Permits renumbering in virtual topologies and goes on with its old ranks, as some libraries do: right only where the
 * order is kept.
 *
 * usage: old_ranks [again], on 4 processes. Prints how many processes got another's data, of those of three graphs.
 * again: makes the graphs on a communicator of tm_reorder. */
#include <mpi.h>
#include <stdio.h>

#ifdef WITH_TOPOMORPH
#include <topomorph.h>
#endif

enum { kGraphs = 3 };

/* The launcher's order puts partners on different halves of the machine. */
static int partner(int rank) { return rank ^ 2; }

static void make_graphs(MPI_Comm comm, int rank, MPI_Comm graphs[kGraphs]) {
  const int mine[1] = {partner(rank)}, one[1] = {1}, me[1] = {rank};
  const int index[4] = {1, 2, 3, 4}, edges[4] = {partner(0), partner(1), partner(2), partner(3)};
  MPI_Dist_graph_create_adjacent(comm, 1, mine, one, 1, mine, one, MPI_INFO_NULL, 1, &graphs[0]);
  MPI_Dist_graph_create(comm, 1, me, one, mine, one, MPI_INFO_NULL, 1, &graphs[1]);
  MPI_Graph_create(comm, 4, index, edges, 1, &graphs[2]);
}

/* Whether a neighbour's data, which this process expects to be those of its old partner, are another's. */
static int gets_anothers(MPI_Comm graph, int rank) {
  int came = -1;
  for (int round = 0; round < 50; ++round) MPI_Neighbor_allgather(&rank, 1, MPI_INT, &came, 1, MPI_INT, graph);
  return came != partner(rank);
}

int main(int argc, char** argv) {
  MPI_Comm comm = MPI_COMM_WORLD, graphs[kGraphs];
  int rank, wrong = 0, all = 0;
  MPI_Init(&argc, &argv);
#ifdef WITH_TOPOMORPH
  if (argc > 1) tm_reorder(MPI_COMM_WORLD, &comm);
#endif
  MPI_Comm_rank(comm, &rank);
  make_graphs(comm, rank, graphs);
  for (int i = 0; i < kGraphs; ++i) wrong += gets_anothers(graphs[i], rank);
  MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, comm);
  if (rank == 0) printf("wrong %d of %d\n", all, 4 * kGraphs);
  MPI_Finalize();
  return 0;
}
