// Arguments that MPI refuses on the spot: a process that passes them must not wait for the others.
#pragma once

#include <mpi.h>

namespace topomorph::topologies {

/// An intracommunicator of more than two processes. With two there is nothing to choose, since rank 0 stays.
bool can_be_reordered(MPI_Comm comm, int& size);

bool good_grid(int size, int ndims, const int dims[], const int periods[], const MPI_Comm* made);
bool good_graph(int size, int nnodes, const int index[], const int edges[], const MPI_Comm* made);

/// Ranks below `size`, weights of 0 or more where there are any.
bool good_neighbours(int size, int degree, const int ranks[], const int weights[]);
bool good_edges(int size, int n, const int nodes[], const int degrees[], const int targets[], const int weights[]);

}  // namespace topomorph::topologies
