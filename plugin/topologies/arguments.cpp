// The checks that Open MPI makes before it communicates (MPI 3.1, 7.5), so that errors stay where they are without us.
#include "plugin/topologies/arguments.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "plugin/interception/handles.h"
#include "real_mpi.h"

namespace topomorph::topologies {

bool can_be_reordered(MPI_Comm comm, int& size) {
  int is_inter = 0;
  // A handle that is no communicator at all calls the application's error handler here instead of in the call itself.
  return comm != handles::comm_null() && real::Comm_test_inter(comm, &is_inter) == MPI_SUCCESS && is_inter == 0 &&
         real::Comm_size(comm, &size) == MPI_SUCCESS && size > 2;
}

bool good_grid(int size, int ndims, const int dims[], const int periods[], const MPI_Comm* made) {
  if (ndims < 1 || dims == nullptr || periods == nullptr || made == nullptr) {
    return false;
  }
  std::int64_t cells = 1;
  for (int d = 0; d < ndims && cells <= size; ++d) {
    cells *= std::max(dims[d], 1);
  }
  return cells <= size;
}

bool good_graph(int size, int nnodes, const int index[], const int edges[], const MPI_Comm* made) {
  return nnodes >= 1 && nnodes <= size && index != nullptr && edges != nullptr && made != nullptr;
}

bool good_neighbours(int size, int degree, const int ranks[], const int weights[]) {
  if (degree < 0 || (degree > 0 && (ranks == nullptr || weights == nullptr))) {
    return false;
  }
  const bool weighted = weights != handles::unweighted() && weights != handles::weights_empty();
  for (int i = 0; i < degree; ++i) {
    if (ranks[i] < 0 || ranks[i] >= size || (weighted && weights[i] < 0)) {
      return false;
    }
  }
  return true;
}

bool good_edges(int size, int n, const int nodes[], const int degrees[], const int targets[], const int weights[]) {
  if (!good_neighbours(size, n, nodes, handles::unweighted()) || (n > 0 && degrees == nullptr)) {
    return false;
  }
  std::int64_t edges = 0;
  for (int i = 0; i < n; ++i) {
    if (degrees[i] < 0) {
      return false;
    }
    edges += degrees[i];
  }
  return edges <= std::numeric_limits<int>::max() && good_neighbours(size, static_cast<int>(edges), targets, weights);
}

}  // namespace topomorph::topologies
