// MPI_Cart_create, MPI_Graph_create, MPI_Dist_graph_create and MPI_Dist_graph_create_adjacent, with Open MPI's checks
// of their arguments before it communicates (MPI 3.1, 7.5).
//
// A process whose arguments MPI refuses on the spot must not wait for the others, so that the error occurs where it
// would without this library.
#include "plugin/virtual_topologies/calls.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>

#include "monitoring/declared_topologies.h"
#include "monitoring/monitor.h"
#include "plugin/virtual_topologies/pattern.h"
#include "plugin/virtual_topologies/reordering.h"
#include "reorder/agreement/agreement.h"
#include "reorder/agreement/wanted_mode.h"
#include "reorder/neighbour_lists.h"
#include "reorder/steps/collective_step.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/handles.h"

namespace topomorph::plugin::virtual_topologies {
namespace {

/// If other processes may lack the library, they pass `reorder` unchanged, and this one must do the same.
using reorder::agreement::everybody;
using runtime::rank_in;

/// Whether `comm` is an intracommunicator of more than two processes; sets `size`. With two processes there is no
/// choice, since rank 0 stays.
bool can_be_reordered(MPI_Comm comm, int& size) {
  int is_inter = 0;
  // A handle that is no communicator calls the application's error handler here instead of in the call itself.
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

/// Whether the ranks are below `size`, and weights, where there are any, at least 0.
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

std::span<const int> span_of(const int numbers[], int length) { return {numbers, static_cast<std::size_t>(length)}; }

/// Whether this run writes a profile in which a topology that keeps its order is to stand.
bool is_noted(int reorder, const MPI_Comm* made) {
  const bool profiles = reorder::mode() == reorder::Mode::Profile || reorder::mode() == reorder::Mode::Auto;
  return reorder != 0 && monitoring::enabled() && profiles && made != nullptr && *made != handles::comm_null() &&
         runtime::size_of(*made) > 2;
}

/// Notes what was made in the old order although the program permits another. Returns `error`, the result of the call.
template <typename Name>
int noted(int error, int reorder, MPI_Comm comm, const MPI_Comm* made, Name name) {
  if (error != MPI_SUCCESS || !is_noted(reorder, made)) return error;
  monitoring::noexcept_hook([&] { monitoring::declared::note_kept(name(), comm, *made); });
  return error;
}

}  // namespace

int cart_create(real::Cart_create_t next, MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder,
                MPI_Comm* made) {
  if (!everybody()) return next(comm, ndims, dims, periods, reorder, made);
  int size = 0;
  if (reorder != 0 && can_be_reordered(comm, size) && good_grid(size, ndims, dims, periods, made)) {
    const auto describe = [&] {
      return cartesian_pattern(span_of(dims, ndims), span_of(periods, ndims), rank_in(comm) == 0);
    };
    const auto make = [&](MPI_Comm reordered, MPI_Comm* grid) {
      return next(reordered, ndims, dims, periods, 0, grid);
    };
    if (make_reordered({comm, std::ref(describe), std::ref(make)}, made)) {
      return MPI_SUCCESS;
    }
  }
  return noted(next(comm, ndims, dims, periods, 0, made), reorder, comm, made,
               [&] { return grid_call(span_of(dims, ndims)); });
}

int graph_create(real::Graph_create_t next, MPI_Comm comm, int nnodes, const int index[], const int edges[],
                 int reorder, MPI_Comm* made) {
  if (!everybody()) return next(comm, nnodes, index, edges, reorder, made);
  int size = 0;
  if (reorder != 0 && can_be_reordered(comm, size) && good_graph(size, nnodes, index, edges, made)) {
    const auto describe = [&] { return graph_pattern(span_of(index, nnodes), edges, rank_in(comm) == 0); };
    const auto make = [&](MPI_Comm reordered, MPI_Comm* graph) {
      return next(reordered, nnodes, index, edges, 0, graph);
    };
    if (make_reordered({comm, std::ref(describe), std::ref(make)}, made)) {
      return MPI_SUCCESS;
    }
  }
  return noted(next(comm, nnodes, index, edges, 0, made), reorder, comm, made,
               [&] { return graph_call("Graph_create", nnodes); });
}

// Every process may describe any node by its number in the new communicator, so the arguments stay in place.
int dist_graph_create(real::Dist_graph_create_t next, MPI_Comm comm, int n, const int nodes[], const int degrees[],
                      const int targets[], const int weights[], MPI_Info info, int reorder, MPI_Comm* made) {
  if (!everybody()) return next(comm, n, nodes, degrees, targets, weights, info, reorder, made);
  int size = 0;
  if (reorder != 0 && made != nullptr && can_be_reordered(comm, size) &&
      good_edges(size, n, nodes, degrees, targets, weights)) {
    const auto describe = [&] {
      return distributed_pattern(graph_call("Dist_graph_create", size),
                                 {span_of(nodes, n), span_of(degrees, n), targets, weights});
    };
    const auto make = [&](MPI_Comm reordered, MPI_Comm* graph) {
      return next(reordered, n, nodes, degrees, targets, weights, info, 0, graph);
    };
    if (make_reordered({comm, std::ref(describe), std::ref(make)}, made)) {
      return MPI_SUCCESS;
    }
  }
  return noted(next(comm, n, nodes, degrees, targets, weights, info, 0, made), reorder, comm, made,
               [&] { return graph_call("Dist_graph_create", size); });
}

// A process describes its own rank, with the order of its neighbours, so the lists move with the ranks. Every edge is
// in the lists of both its ends; the outgoing edges are the pattern.
int dist_graph_create_adjacent(real::Dist_graph_create_adjacent_t next, MPI_Comm comm, int indegree,
                               const int sources[], const int sourceweights[], int outdegree, const int destinations[],
                               const int destweights[], MPI_Info info, int reorder, MPI_Comm* made) {
  if (!everybody())
    return next(comm, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder, made);
  int size = 0;
  if (reorder != 0 && made != nullptr && can_be_reordered(comm, size) &&
      good_neighbours(size, indegree, sources, sourceweights) &&
      good_neighbours(size, outdegree, destinations, destweights)) {
    const int rank = rank_in(comm);
    const auto describe = [&] {
      return distributed_pattern(graph_call("Dist_graph_create_adjacent", size),
                                 {span_of(&rank, 1), span_of(&outdegree, 1), destinations, destweights});
    };
    const auto make = [&](MPI_Comm reordered, MPI_Comm* graph) {
      using reorder::Neighbours;
      reorder::NeighbourLists mine;
      reorder::run_collectively(reordered, [&] {
        mine = {Neighbours::copy_of(indegree, sources, sourceweights),
                Neighbours::copy_of(outdegree, destinations, destweights)};
      });
      const auto lists = reorder::moved_to_new_ranks(mine, rank, reordered);
      return next(reordered, lists.sources.degree(), lists.sources.ranks.data(), lists.sources.weight_argument(),
                  lists.destinations.degree(), lists.destinations.ranks.data(), lists.destinations.weight_argument(),
                  info, 0, graph);
    };
    if (make_reordered({comm, std::ref(describe), std::ref(make)}, made)) {
      return MPI_SUCCESS;
    }
  }
  return noted(next(comm, indegree, sources, sourceweights, outdegree, destinations, destweights, info, 0, made),
               reorder, comm, made, [&] { return graph_call("Dist_graph_create_adjacent", size); });
}

}  // namespace topomorph::plugin::virtual_topologies
