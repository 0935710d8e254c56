// Measurement of latency and bandwidth between two processes, and their link for all other measurements.
#pragma once

#include <array>

#include <mpi.h>

#include "core/evaluation/level_costs.h"
#include "core/measuring/link.h"

namespace topomorph::measure {

/// Returns the seconds of a message of one byte: half of a round trip, the fastest of several batches. Both processes
/// call it at the same time. The result is right on the process that `starts`. Takes about 0.1 s.
double latency(MPI_Comm comm, int other, bool starts);

/// Returns latency and bandwidth. Bandwidth is that of half a round trip of long messages, the fastest of several. The
/// result is right on the process that `starts`. Takes some tenths of a second, on slow links a few seconds.
evaluation::LinkCost ping_pong(MPI_Comm comm, int other, bool starts);

/// Returns, on both processes, a message size for stream_rate(): about 100 messages of it take `seconds`.
int stream_size(MPI_Comm comm, int other, bool starts, double seconds);

/// Returns, on both processes, the bytes a second that arrive while the process that `starts` sends messages of `bytes`
/// without pause. Pairs that begin at the same time load the links that they share. Sends in one direction only: with
/// both, Open MPI's handshakes wait behind the data of the other direction, and the result is not that of the link.
double stream_rate(MPI_Comm comm, int other, bool starts, int bytes, double seconds);

/// Waits as MPI does. MPI's errors end the job.
class MpiLink : public measuring::Link {
 public:
  /// `comm` must outlive it.
  MpiLink(MPI_Comm comm, int other) : comm_(comm), other_(other) { requests_.fill(MPI_REQUEST_NULL); }

  void start_send(std::size_t request, std::size_t bytes) override;
  void start_synchronous_send(std::size_t request, std::size_t bytes) override;
  void start_receive(std::size_t request) override;
  std::size_t complete(std::size_t request) override;
  std::span<char> contents(std::size_t request) override { return buffers_.of(request); }

 private:
  MPI_Comm comm_;
  int other_;
  measuring::LinkBuffers buffers_;
  std::array<MPI_Request, kRequests> requests_;
  std::array<bool, kRequests> receives_{};
};

}  // namespace topomorph::measure
