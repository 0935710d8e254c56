// MPI functions with a `reorder` argument: `call:` in mpi_functions.table names them.
//
// If the order is kept, they call the next function with reorder=0. Open MPI's own reordering is never used, because it
// can end the job (docs/topology-functions.md).
#pragma once

#include "runtime/mpi/real_mpi.h"

namespace topomorph::plugin::virtual_topologies {

int cart_create(real::Cart_create_t next, MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder,
                MPI_Comm* made);
int graph_create(real::Graph_create_t next, MPI_Comm comm, int nnodes, const int index[], const int edges[],
                 int reorder, MPI_Comm* made);
int dist_graph_create(real::Dist_graph_create_t next, MPI_Comm comm, int n, const int nodes[], const int degrees[],
                      const int targets[], const int weights[], MPI_Info info, int reorder, MPI_Comm* made);
int dist_graph_create_adjacent(real::Dist_graph_create_adjacent_t next, MPI_Comm comm, int indegree,
                               const int sources[], const int sourceweights[], int outdegree, const int destinations[],
                               const int destweights[], MPI_Info info, int reorder, MPI_Comm* made);

}  // namespace topomorph::plugin::virtual_topologies
