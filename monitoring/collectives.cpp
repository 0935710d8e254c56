// Translates the arguments of collective calls into payload and models.
#include "monitoring/collectives.h"

#include <utility>
#include <vector>

#include "monitoring/collective_call.h"
#include "monitoring/counting/thread_counters.h"
#include "monitoring/recording/recording.h"

namespace topomorph::monitoring {
namespace {

using model::Sink;
using trace::Collective;

/// Asks MPI for the size of the type only if the thread's last collective call had another one.
std::uint64_t size_of(Data data) {
  ThreadCounters* const thread = ThreadCounters::in_call();
  if (thread == nullptr || data.count <= 0) return bytes_in(data.count, data.type);
  RecentType& recent = thread->recent_type;
  if (!recent.is(data.type)) recent = {true, data.type, bytes_in(1, data.type)};
  return recent.bytes_in(data.count, data.type);
}

/// With MPI_IN_PLACE the data to send are in the receive buffer.
bool in_place(const void* buffer) { return buffer == MPI_IN_PLACE; }

std::uint64_t times(MPI_Count count, std::uint64_t bytes) { return static_cast<std::uint64_t>(count) * bytes; }

/// Whether this process contributes to the root's result. In an intercommunicator only the group without the root does.
bool contributes(const CollectiveCall& call, int root) { return call.root(root).kind == model::RootKind::Rank; }

template <class Blocks>
std::uint64_t sum(int peers, const Blocks& blocks) {
  std::uint64_t all = 0;
  for (int i = 0; i < peers; ++i) all += blocks(i);
  return all;
}

void exchange(MPI_Comm comm, Request persistent, const model::Blocks& blocks) {
  CollectiveCall call(comm, persistent);
  const std::uint64_t bytes = sum(call.peers(), blocks);
  call.payload(bytes);
  const bool has_own = call.place().remote_size == 0;  // its own block stays
  call.record(Collective::Alltoallv, has_own ? bytes - blocks(call.place().rank) : bytes);
  call.play([&](Sink& sink) { model::alltoall(call.place(), blocks, sink); });
}

/// The neighbours of a process: ranks, MPI_PROC_NULL among them, in the order of the blocks.
struct Neighbours {
  std::vector<int> sources, destinations;
};

/// Returns the neighbours in a Cartesian topology: down and up in each dimension.
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

Neighbours distributed_neighbours(MPI_Comm comm) {
  int in = 0, out = 0, weighted = 0;
  real::Dist_graph_neighbors_count(comm, &in, &out, &weighted);
  std::vector<int> sources(static_cast<std::size_t>(in)), destinations(static_cast<std::size_t>(out));
  std::vector<int> in_weights(sources.size()), out_weights(destinations.size());
  real::Dist_graph_neighbors(comm, in, sources.data(), in_weights.data(), out, destinations.data(), out_weights.data());
  return {std::move(sources), std::move(destinations)};
}

Neighbours neighbours_of(MPI_Comm comm, int rank) {
  int kind = MPI_UNDEFINED;
  real::Topo_test(comm, &kind);
  if (kind == MPI_DIST_GRAPH) return distributed_neighbours(comm);
  std::vector<int> both;
  if (kind == MPI_CART) both = cartesian_neighbours(comm);
  if (kind == MPI_GRAPH) both = graph_neighbours(comm, rank);
  return {both, both};
}

/// If `all_alike`, one block goes to every neighbour, and the payload is that block once.
void to_neighbours(MPI_Comm comm, Request persistent, bool all_alike, const model::Blocks& block) {
  CollectiveCall call(comm, persistent);
  const auto [sources, destinations] = neighbours_of(comm, call.place().rank);
  call.payload(all_alike ? block(0) : sum(static_cast<int>(destinations.size()), block));
  call.record_neighbours(sources, destinations, block);
  call.play([&, &to = destinations](Sink& sink) { model::neighbours(to, block, sink); });
}

}  // namespace

void barrier(MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  call.record(Collective::Barrier, 0);
  call.play([&](Sink& sink) { model::barrier(call.place(), sink); });
}

void bcast(Data data, int root, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  if (root == MPI_PROC_NULL) return;
  const std::uint64_t bytes = size_of(data);
  call.payload(call.is_root(root) ? bytes : 0);
  call.record(Collective::Bcast, bytes, root);
  call.play([&](Sink& sink) { model::bcast(call.place(), call.root(root), bytes, sink); });
}

void reduce(Data data, int root, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  if (!contributes(call, root)) return;
  const std::uint64_t bytes = size_of(data);
  call.payload(bytes);
  call.record(Collective::Reduce, bytes, root);
  call.play([&](Sink& sink) { model::reduce(call.place(), call.root(root), bytes, sink); });
}

void allreduce(Data data, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  const std::uint64_t bytes = size_of(data);
  call.payload(bytes);
  call.record(Collective::Allreduce, bytes);
  call.play([&](Sink& sink) { model::allreduce(call.place(), bytes, sink); });
}

void scan(Data data, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  const std::uint64_t bytes = size_of(data);
  call.payload(bytes);
  call.record(Collective::Scan, bytes);
  call.play([&](Sink& sink) { model::scan(call.place(), bytes, sink); });
}

void gather(const void* sendbuf, Data sent, Data received, int root, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  if (!contributes(call, root)) return;
  const std::uint64_t block = size_of(in_place(sendbuf) ? received : sent);
  call.payload(block);
  call.record(Collective::Gather, block, root);
  call.play([&](Sink& sink) { model::gather(call.place(), call.root(root), block, sink); });
}

void gatherv(const void* sendbuf, Data sent, Counts received, MPI_Datatype type, int root, MPI_Comm comm,
             Request persistent) {
  CollectiveCall call(comm, persistent);
  if (!contributes(call, root)) return;
  const std::uint64_t block = in_place(sendbuf) ? bytes_in(received[call.place().rank], type) : size_of(sent);
  call.payload(block);
  call.record(Collective::Gatherv, block, root);
  call.play([&](Sink& sink) { model::gatherv(call.place(), call.root(root), block, sink); });
}

void scatter(Data sent, const void* recvbuf, Data received, int root, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  if (root == MPI_PROC_NULL) return;
  const bool hands_out = call.is_root(root) || in_place(recvbuf);
  const std::uint64_t block = size_of(hands_out ? sent : received);
  call.payload(hands_out ? times(call.peers(), block) : 0);
  call.record(Collective::Scatter, block, root);
  call.play([&](Sink& sink) { model::scatter(call.place(), call.root(root), block, sink); });
}

void scatterv(Counts sent, MPI_Datatype type, Data received, int root, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  if (root == MPI_PROC_NULL) return;  // no other argument has a meaning
  if (!call.is_root(root)) {
    if (recording::is_on()) call.record(Collective::Scatterv, size_of(received), root);
    return;
  }
  const std::uint64_t element = bytes_in(1, type);
  const auto blocks = [&](int peer) { return times(sent[peer], element); };
  call.payload(sum(call.peers(), blocks));
  call.record(Collective::Scatterv, root == MPI_ROOT ? 0 : blocks(root), root);
  call.play([&](Sink& sink) { model::scatterv(call.place(), call.root(root), blocks, sink); });
}

void allgather(const void* sendbuf, Data sent, Data received, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  const std::uint64_t block = size_of(received);
  const std::uint64_t own = in_place(sendbuf) ? block : size_of(sent);
  call.payload(own);
  const auto blocks = [=](int) { return block; };
  call.record(Collective::Allgather, own);
  call.play([&](Sink& sink) { model::allgather(call.place(), own, blocks, sink); });
}

void allgatherv(const void* sendbuf, Data sent, Counts received, MPI_Datatype type, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  const std::uint64_t own = in_place(sendbuf) ? bytes_in(received[call.place().rank], type) : size_of(sent);
  call.payload(own);
  const auto blocks = [&](int peer) { return bytes_in(received[peer], type); };
  call.record(Collective::Allgatherv, own);
  call.play([&](Sink& sink) { model::allgather(call.place(), own, blocks, sink); });
}

void alltoall(const void* sendbuf, Data sent, Data received, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  const std::uint64_t block = size_of(in_place(sendbuf) ? received : sent);
  call.payload(times(call.peers(), block));
  call.record(Collective::Alltoall, block);
  call.play([&](Sink& sink) { model::alltoall(call.place(), block, sink); });
}

void reduce_scatter_block(Data data, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  const std::uint64_t block = size_of(data);
  call.payload(times(call.place().size, block));
  const auto blocks = [=](int) { return block; };
  call.record(Collective::ReduceScatter, times(call.place().size, block));
  call.play([&](Sink& sink) { model::reduce_scatter(call.place(), blocks, sink); });
}

void reduce_scatter(Counts counts, MPI_Datatype type, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  const std::uint64_t element = bytes_in(1, type);
  const auto blocks = [&](int peer) { return times(counts[peer], element); };
  const std::uint64_t bytes = sum(call.place().size, blocks);
  call.payload(bytes);
  call.record(Collective::ReduceScatter, bytes);
  call.play([&](Sink& sink) { model::reduce_scatter(call.place(), blocks, sink); });
}

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
