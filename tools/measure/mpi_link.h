// A link for measurements (core/measuring) over a communicator of the job.
#pragma once

#include <array>

#include <mpi.h>

#include "core/measuring/link_buffers.h"

namespace topomorph::measure {

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
