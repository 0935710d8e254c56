// Collectives with one block for all or one block for each: arguments to payload and model.
#include "monitoring/collectives.h"

#include "monitoring/collective_call.h"
#include "monitoring/traffic.h"

namespace topomorph::monitoring {
namespace {

using model::Sink;

std::uint64_t size_of(Data data) { return bytes_in(data.count, data.type); }

/// MPI_IN_PLACE: what is sent is where it shall be received.
bool in_place(const void* buffer) { return buffer == MPI_IN_PLACE; }

std::uint64_t times(MPI_Count count, std::uint64_t bytes) { return static_cast<std::uint64_t>(count) * bytes; }

/// Whether this process contributes to the root's result (in an intercommunicator only the group away from the root
/// does).
bool contributes(const CollectiveCall& call, int root) { return call.root(root).kind == model::RootKind::Rank; }

}  // namespace

void barrier(MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  call.play([&](Sink& sink) { model::barrier(call.place(), sink); });
}

void bcast(Data data, int root, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  if (root == MPI_PROC_NULL) return;
  const std::uint64_t bytes = size_of(data);
  call.payload(call.is_root(root) ? bytes : 0);
  call.play([&](Sink& sink) { model::bcast(call.place(), call.root(root), bytes, sink); });
}

void reduce(Data data, int root, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  if (!contributes(call, root)) return;
  const std::uint64_t bytes = size_of(data);
  call.payload(bytes);
  call.play([&](Sink& sink) { model::reduce(call.place(), call.root(root), bytes, sink); });
}

void allreduce(Data data, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  const std::uint64_t bytes = size_of(data);
  call.payload(bytes);
  call.play([&](Sink& sink) { model::allreduce(call.place(), bytes, sink); });
}

void scan(Data data, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  const std::uint64_t bytes = size_of(data);
  call.payload(bytes);
  call.play([&](Sink& sink) { model::scan(call.place(), bytes, sink); });
}

void gather(const void* sendbuf, Data sent, Data received, int root, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  if (!contributes(call, root)) return;
  const std::uint64_t block = size_of(in_place(sendbuf) ? received : sent);
  call.payload(block);
  call.play([&](Sink& sink) { model::gather(call.place(), call.root(root), block, sink); });
}

void gatherv(const void* sendbuf, Data sent, Counts received, MPI_Datatype type, int root, MPI_Comm comm,
             Request persistent) {
  CollectiveCall call(comm, persistent);
  if (!contributes(call, root)) return;
  const std::uint64_t block = in_place(sendbuf) ? bytes_in(received[call.place().rank], type) : size_of(sent);
  call.payload(block);
  call.play([&](Sink& sink) { model::gatherv(call.place(), call.root(root), block, sink); });
}

void scatter(Data sent, const void* recvbuf, Data received, int root, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  if (root == MPI_PROC_NULL) return;
  const bool hands_out = call.is_root(root) || in_place(recvbuf);
  const std::uint64_t block = size_of(hands_out ? sent : received);
  call.payload(hands_out ? times(call.peers(), block) : 0);
  call.play([&](Sink& sink) { model::scatter(call.place(), call.root(root), block, sink); });
}

void scatterv(Counts sent, MPI_Datatype type, int root, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  if (!call.is_root(root)) return;
  const std::uint64_t element = bytes_in(1, type);
  std::uint64_t all = 0;
  for (int i = 0; i < call.peers(); ++i) all += times(sent[i], element);
  call.payload(all);
  call.play([&](Sink& sink) {
    model::scatterv(
        call.place(), call.root(root), [&](int peer) { return times(sent[peer], element); }, sink);
  });
}

void allgather(const void* sendbuf, Data sent, Data received, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  const std::uint64_t block = size_of(received);
  const std::uint64_t own = in_place(sendbuf) ? block : size_of(sent);
  call.payload(own);
  call.play([&](Sink& sink) {
    model::allgather(
        call.place(), own, [=](int) { return block; }, sink);
  });
}

void allgatherv(const void* sendbuf, Data sent, Counts received, MPI_Datatype type, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  const std::uint64_t own = in_place(sendbuf) ? bytes_in(received[call.place().rank], type) : size_of(sent);
  call.payload(own);
  call.play([&](Sink& sink) {
    model::allgather(
        call.place(), own, [&](int peer) { return bytes_in(received[peer], type); }, sink);
  });
}

void alltoall(const void* sendbuf, Data sent, Data received, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  const std::uint64_t block = size_of(in_place(sendbuf) ? received : sent);
  call.payload(times(call.peers(), block));
  call.play([&](Sink& sink) { model::alltoall(call.place(), block, sink); });
}

void reduce_scatter_block(Data data, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  const std::uint64_t block = size_of(data);
  call.payload(times(call.place().size, block));
  call.play([&](Sink& sink) {
    model::reduce_scatter(
        call.place(), [=](int) { return block; }, sink);
  });
}

void reduce_scatter(Counts counts, MPI_Datatype type, MPI_Comm comm, Request persistent) {
  CollectiveCall call(comm, persistent);
  const std::uint64_t element = bytes_in(1, type);
  std::uint64_t all = 0;
  for (int i = 0; i < call.place().size; ++i) all += times(counts[i], element);
  call.payload(all);
  call.play([&](Sink& sink) {
    model::reduce_scatter(
        call.place(), [&](int peer) { return times(counts[peer], element); }, sink);
  });
}

}  // namespace topomorph::monitoring
