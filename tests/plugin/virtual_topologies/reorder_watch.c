/* Preloaded after TopoMorph: ends the job if a topology function is called with reorder=1. */
#include <mpi.h>
#include <stdio.h>

static void refuse(int reorder, const char* function) {
  if (!reorder) return;
  fprintf(stderr, "%s was called with reorder=1\n", function);
  PMPI_Abort(MPI_COMM_WORLD, 9);
}

int MPI_Cart_create(MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder, MPI_Comm* made) {
  refuse(reorder, "MPI_Cart_create");
  return PMPI_Cart_create(comm, ndims, dims, periods, reorder, made);
}

int MPI_Graph_create(MPI_Comm comm, int nnodes, const int index[], const int edges[], int reorder, MPI_Comm* made) {
  refuse(reorder, "MPI_Graph_create");
  return PMPI_Graph_create(comm, nnodes, index, edges, reorder, made);
}

int MPI_Dist_graph_create(MPI_Comm comm, int n, const int nodes[], const int degrees[], const int targets[],
                          const int weights[], MPI_Info info, int reorder, MPI_Comm* made) {
  refuse(reorder, "MPI_Dist_graph_create");
  return PMPI_Dist_graph_create(comm, n, nodes, degrees, targets, weights, info, reorder, made);
}

int MPI_Dist_graph_create_adjacent(MPI_Comm comm, int indegree, const int sources[], const int sourceweights[],
                                   int outdegree, const int destinations[], const int destweights[], MPI_Info info,
                                   int reorder, MPI_Comm* made) {
  refuse(reorder, "MPI_Dist_graph_create_adjacent");
  return PMPI_Dist_graph_create_adjacent(comm, indegree, sources, sourceweights, outdegree, destinations, destweights,
                                         info, reorder, made);
}
