// Datagrams between the processes of a host, for launchers whose board transports nothing after MPI_Init.
//
// The sockets are named after the job and the rank and have no file, so that a process that ends early leaves nothing
// behind. They are opened before the barrier in MPI_Init; after it every receiver exists.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "plugin/process/fixed_string.h"

namespace topomorph::process {

class HostMailbox {
 public:
  HostMailbox() = default;
  HostMailbox(const HostMailbox&) = delete;
  HostMailbox& operator=(const HostMailbox&) = delete;
  ~HostMailbox() { close(); }

  /// Lets this process receive from now on. Returns false if the system gives no such socket.
  bool listen(std::string_view job, std::uint32_t rank) noexcept;

  /// Sends `text` to another process of this host, if it listens.
  void tell(std::string_view job, std::uint32_t rank, std::string_view text) const noexcept;

  /// Returns what a process of the same user has sent, waiting up to `seconds`.
  std::optional<FixedString> hear(double seconds) const noexcept;

  void close() noexcept;

 private:
  int socket_ = -1;
};

}  // namespace topomorph::process
