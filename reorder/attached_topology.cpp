// Reads a virtual topology and attaches it to another communicator of the same processes.
#include "reorder/attached_topology.h"

#include "plugin/process/message.h"
#include "plugin/runtime/handles.h"
#include "plugin/runtime/real_mpi.h"
#include "reorder/collective_step.h"
#include "reorder/comm.h"
#include "reorder/neighbour_lists.h"

namespace topomorph::reorder {
namespace {

int* data_of(std::vector<int>& numbers) { return numbers.empty() ? nullptr : numbers.data(); }

/// Everything that needs memory, read before anything is made: all processes must know of a lack of memory by then.
struct Attached {
  std::vector<int> first, second, third;  ///< arguments of the MPI function that makes the topology, in their order
  NeighbourLists lists;
};

void read_grid(MPI_Comm old, Attached& grid) {
  int dimensions = 0;
  real::Cartdim_get(old, &dimensions);
  for (std::vector<int>* const array : {&grid.first, &grid.second, &grid.third}) {
    array->resize(static_cast<std::size_t>(dimensions));
  }
  real::Cart_get(old, dimensions, data_of(grid.first), data_of(grid.second), data_of(grid.third));
}

void read_graph(MPI_Comm old, Attached& graph) {
  int nodes = 0, edges = 0;
  real::Graphdims_get(old, &nodes, &edges);
  graph.first.resize(static_cast<std::size_t>(nodes));
  graph.second.resize(static_cast<std::size_t>(edges) + 1);
  real::Graph_get(old, nodes, edges, graph.first.data(), graph.second.data());
}

void read_neighbours(MPI_Comm old, Attached& graph) {
  int in = 0, out = 0, weighted = 0;
  real::Dist_graph_neighbors_count(old, &in, &out, &weighted);
  std::vector<int> sources(static_cast<std::size_t>(in) + 1), destinations(static_cast<std::size_t>(out) + 1);
  std::vector<int> source_weights(sources), destination_weights(destinations);
  int* const to_sources = weighted != 0 ? source_weights.data() : handles::unweighted();
  int* const to_destinations = weighted != 0 ? destination_weights.data() : handles::unweighted();
  real::Dist_graph_neighbors(old, in, sources.data(), to_sources, out, destinations.data(), to_destinations);
  graph.lists = {Neighbours::copy_of(in, sources.data(), to_sources),
                 Neighbours::copy_of(out, destinations.data(), to_destinations)};
}

void read_attached(MPI_Comm old, int kind, Attached& attached) {
  if (kind == MPI_CART) {
    read_grid(old, attached);
  } else if (kind == MPI_GRAPH) {
    read_graph(old, attached);
  } else {
    read_neighbours(old, attached);
  }
}

MPI_Comm make_distributed_graph(const NeighbourLists& lists, MPI_Comm reordered) {
  MPI_Comm made = handles::comm_null();
  real::Dist_graph_create_adjacent(reordered, lists.sources.degree(), lists.sources.ranks.data(),
                                   lists.sources.weight_argument(), lists.destinations.degree(),
                                   lists.destinations.ranks.data(), lists.destinations.weight_argument(),
                                   handles::info_null(), 0, &made);
  return made;
}

MPI_Comm make_attached(MPI_Comm old, int kind, Attached& attached, MPI_Comm reordered) {
  MPI_Comm made = handles::comm_null();
  if (kind == MPI_CART) {
    real::Cart_create(reordered, static_cast<int>(attached.first.size()), data_of(attached.first),
                      data_of(attached.second), 0, &made);
    return made;
  }
  if (kind == MPI_GRAPH) {
    real::Graph_create(reordered, static_cast<int>(attached.first.size()), attached.first.data(),
                       attached.second.data(), 0, &made);
    return made;
  }
  int rank = 0;
  real::Comm_rank(old, &rank);
  return make_distributed_graph(moved_to_new_ranks(attached.lists, rank, reordered), reordered);
}

/// Returns the null communicator on all processes if one of them has failed.
MPI_Comm with_topology(MPI_Comm old, int kind, const OwnComm& own, MPI_Comm reordered) {
  Attached attached;
  run_collectively(own, [&] { read_attached(old, kind, attached); });
  MPI_Comm made = make_attached(old, kind, attached, reordered);
  if (agree(own, made != handles::comm_null())) {
    return made;
  }
  if (made != handles::comm_null()) {
    real::Comm_free(&made);
  }
  throw CollectiveError("MPI refused it");
}

}  // namespace

void inherit_topology(MPI_Comm old, MPI_Comm* reordered) {
  int kind = MPI_UNDEFINED;
  real::Topo_test(old, &kind);
  if (kind != MPI_CART && kind != MPI_GRAPH && kind != MPI_DIST_GRAPH) {
    return;
  }
  real::Comm_set_errhandler(*reordered, handles::errors_return());
  const OwnComm own = OwnComm::duplicate_of(*reordered);
  if (!own.valid()) {
    return;
  }
  try {
    MPI_Comm made = with_topology(old, kind, own, *reordered);
    real::Comm_free(reordered);
    *reordered = made;
  } catch (const CollectiveError& reason) {
    if (own.rank() == 0) {
      process::say(process::FixedString("the virtual topology could not be attached to the reordered communicator: ")
                   << reason.why());
    }
  }
}

}  // namespace topomorph::reorder
