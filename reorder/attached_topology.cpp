// Attaches the topology of one communicator to another of the same processes.
#include "reorder/attached_topology.h"

#include "plugin/interception/handles.h"
#include "real_mpi.h"
#include "reorder/comm.h"
#include "reorder/message.h"
#include "reorder/neighbour_lists.h"

namespace topomorph::reorder {
namespace {

int* data_of(std::vector<int>& numbers) { return numbers.empty() ? nullptr : numbers.data(); }

MPI_Comm like_grid(MPI_Comm old, MPI_Comm reordered) {
  int dimensions = 0;
  real::Cartdim_get(old, &dimensions);
  const auto length = static_cast<std::size_t>(dimensions);
  std::vector<int> dims(length), periods(length), coordinates(length);
  real::Cart_get(old, dimensions, data_of(dims), data_of(periods), data_of(coordinates));
  MPI_Comm made = handles::comm_null();
  real::Cart_create(reordered, dimensions, data_of(dims), data_of(periods), 0, &made);
  return made;
}

MPI_Comm like_graph(MPI_Comm old, MPI_Comm reordered) {
  int nodes = 0, edges = 0;
  real::Graphdims_get(old, &nodes, &edges);
  std::vector<int> index(static_cast<std::size_t>(nodes)), targets(static_cast<std::size_t>(edges) + 1);
  real::Graph_get(old, nodes, edges, index.data(), targets.data());
  MPI_Comm made = handles::comm_null();
  real::Graph_create(reordered, nodes, index.data(), targets.data(), 0, &made);
  return made;
}

/// The neighbours of this process in `old`.
NeighbourLists neighbours_in(MPI_Comm old) {
  int in = 0, out = 0, weighted = 0;
  real::Dist_graph_neighbors_count(old, &in, &out, &weighted);
  std::vector<int> sources(static_cast<std::size_t>(in) + 1), destinations(static_cast<std::size_t>(out) + 1);
  std::vector<int> source_weights(sources), destination_weights(destinations);
  int* const to_sources = weighted != 0 ? source_weights.data() : MPI_UNWEIGHTED;
  int* const to_destinations = weighted != 0 ? destination_weights.data() : MPI_UNWEIGHTED;
  real::Dist_graph_neighbors(old, in, sources.data(), to_sources, out, destinations.data(), to_destinations);
  return {Neighbours::copy_of(in, sources.data(), to_sources),
          Neighbours::copy_of(out, destinations.data(), to_destinations)};
}

MPI_Comm like_distributed_graph(MPI_Comm old, MPI_Comm reordered) {
  int rank = 0;
  real::Comm_rank(old, &rank);
  const NeighbourLists lists = moved_to_new_ranks(neighbours_in(old), rank, reordered);
  MPI_Comm made = handles::comm_null();
  real::Dist_graph_create_adjacent(reordered, lists.sources.degree(), lists.sources.ranks.data(),
                                   lists.sources.weight_argument(), lists.destinations.degree(),
                                   lists.destinations.ranks.data(), lists.destinations.weight_argument(),
                                   handles::info_null(), 0, &made);
  return made;
}

}  // namespace

void inherit_topology(MPI_Comm old, MPI_Comm* reordered) {
  int kind = MPI_UNDEFINED;
  real::Topo_test(old, &kind);
  if (kind != MPI_CART && kind != MPI_GRAPH && kind != MPI_DIST_GRAPH) {
    return;
  }
  real::Comm_set_errhandler(*reordered, handles::errors_return());
  MPI_Comm made = kind == MPI_CART    ? like_grid(old, *reordered)
                  : kind == MPI_GRAPH ? like_graph(old, *reordered)
                                      : like_distributed_graph(old, *reordered);
  const OwnComm own = OwnComm::duplicate_of(*reordered);
  if (own.valid() && agree(own, made != handles::comm_null())) {
    real::Comm_free(reordered);
    *reordered = made;
    return;
  }
  if (made != handles::comm_null()) {
    real::Comm_free(&made);
  }
  if (own.rank() == 0) {
    say("the virtual topology could not be attached to the reordered communicator");
  }
}

}  // namespace topomorph::reorder
