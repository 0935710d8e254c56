// Alltoallv and alltoallw, and the neighbourhood collectives: a block of its own size for each peer.
#include <array>
#include <functional>
#include <vector>

#include "monitoring/collective_call.h"
#include "monitoring/collectives.h"
#include "monitoring/traffic.h"

namespace topomorph::monitoring {
namespace {

using model::Sink;

std::uint64_t sum(int peers, const model::Blocks& blocks) {
  std::uint64_t all = 0;
  for (int i = 0; i < peers; ++i) all += blocks(i);
  return all;
}

void exchange(MPI_Comm comm, Request persistent, const model::Blocks& blocks) {
  CollectiveCall call(comm, persistent);
  call.payload(sum(call.peers(), blocks));
  call.play([&](Sink& sink) { model::alltoall(call.place(), blocks, sink); });
}

/// The neighbours a Cartesian topology sends to, in the order of the blocks: down and up in each dimension.
std::vector<int> cartesian_neighbours(MPI_Comm comm) {
  int dimensions = 0;
  real::Cartdim_get(comm, &dimensions);
  std::vector<int> neighbours;
  for (int d = 0; d < dimensions; ++d) {
    int down = MPI_PROC_NULL, up = MPI_PROC_NULL;
    real::Cart_shift(comm, d, 1, &down, &up);
    neighbours.insert(neighbours.end(), {down, up});
  }
  return neighbours;
}

std::vector<int> graph_neighbours(MPI_Comm comm, int rank) {
  int count = 0;
  real::Graph_neighbors_count(comm, rank, &count);
  std::vector<int> neighbours(static_cast<std::size_t>(count));
  real::Graph_neighbors(comm, rank, count, neighbours.data());
  return neighbours;
}

std::vector<int> distributed_neighbours(MPI_Comm comm) {
  int in = 0, out = 0, weighted = 0;
  real::Dist_graph_neighbors_count(comm, &in, &out, &weighted);
  std::vector<int> sources(static_cast<std::size_t>(in)), destinations(static_cast<std::size_t>(out));
  std::vector<int> in_weights(sources.size()), out_weights(destinations.size());
  real::Dist_graph_neighbors(comm, in, sources.data(), in_weights.data(), out, destinations.data(), out_weights.data());
  return destinations;
}

std::vector<int> neighbours_of(MPI_Comm comm, int rank) {
  int kind = MPI_UNDEFINED;
  real::Topo_test(comm, &kind);
  if (kind == MPI_CART) return cartesian_neighbours(comm);
  if (kind == MPI_GRAPH) return graph_neighbours(comm, rank);
  if (kind == MPI_DIST_GRAPH) return distributed_neighbours(comm);
  return {};
}

/// Where `all_alike`, one block goes to every neighbour: the payload is that block once.
void to_neighbours(MPI_Comm comm, Request persistent, bool all_alike, const model::Blocks& block) {
  CollectiveCall call(comm, persistent);
  const std::vector<int> neighbours = neighbours_of(comm, call.place().rank);
  call.payload(all_alike ? block(0) : sum(static_cast<int>(neighbours.size()), block));
  call.play([&](Sink& sink) { model::neighbours(neighbours, block, sink); });
}

}  // namespace

void alltoallv(const void* sendbuf, Counts sent, MPI_Datatype sent_type, Counts received, MPI_Datatype received_type,
               MPI_Comm comm, Request persistent) {
  const bool in_place = sendbuf == MPI_IN_PLACE;
  const Counts counts = in_place ? received : sent;
  const MPI_Datatype type = in_place ? received_type : sent_type;
  exchange(comm, persistent, [=](int peer) { return bytes_in(counts[peer], type); });
}

void alltoallw(const void* sendbuf, Counts sent, const MPI_Datatype sent_types[], Counts received,
               const MPI_Datatype received_types[], MPI_Comm comm, Request persistent) {
  const bool in_place = sendbuf == MPI_IN_PLACE;
  const Counts counts = in_place ? received : sent;
  const MPI_Datatype* const types = in_place ? received_types : sent_types;
  exchange(comm, persistent, [=](int peer) { return bytes_in(counts[peer], types[peer]); });
}

void neighbor_allgather(Data sent, MPI_Comm comm, Request persistent) {
  const std::uint64_t block = bytes_in(sent.count, sent.type);
  to_neighbours(comm, persistent, true, [=](int) { return block; });
}

void neighbor_alltoall(Data sent, MPI_Comm comm, Request persistent) {
  const std::uint64_t block = bytes_in(sent.count, sent.type);
  to_neighbours(comm, persistent, false, [=](int) { return block; });
}

void neighbor_alltoallv(Counts sent, MPI_Datatype type, MPI_Comm comm, Request persistent) {
  to_neighbours(comm, persistent, false, [=](int i) { return bytes_in(sent[i], type); });
}

void neighbor_alltoallw(Counts sent, const MPI_Datatype types[], MPI_Comm comm, Request persistent) {
  to_neighbours(comm, persistent, false, [=](int i) { return bytes_in(sent[i], types[i]); });
}

}  // namespace topomorph::monitoring
