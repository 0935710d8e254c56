// A link for measurements (core/measuring) over one of our own communicators.
#pragma once

#include <array>
#include <memory>

#include <mpi.h>

#include "core/measuring/link.h"
#include "reorder/steps/own_comm.h"

namespace topomorph::reorder {

/// Polls as MPI's own blocking calls do. Throws CollectiveError if MPI fails, or if the other process does not answer
/// within kPatience seconds; the communicator is then abandoned, and the buffers are kept for ever.
class NetworkLink : public measuring::Link {
 public:
  static constexpr double kPatience = 2;

  NetworkLink(const OwnComm& comm, int other, std::unique_ptr<measuring::LinkBuffers>& buffers);

  void start_send(std::size_t request, std::size_t bytes) override;
  void start_synchronous_send(std::size_t request, std::size_t bytes) override;
  void start_receive(std::size_t request) override;
  std::size_t complete(std::size_t request) override;
  std::span<char> contents(std::size_t request) override { return buffers_->of(request); }

 private:
  void check(int error);
  [[noreturn]] void give_up(const char* why);

  const OwnComm& comm_;
  const int other_;
  std::unique_ptr<measuring::LinkBuffers>& buffers_;
  std::array<MPI_Request, kRequests> requests_;
  std::array<bool, kRequests> receives_{};
};

}  // namespace topomorph::reorder
