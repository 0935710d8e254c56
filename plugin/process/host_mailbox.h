// What one process of a host has found out for all of it, told through datagrams: where the launcher's board has no
// way to tell anything behind MPI_Init.
//
// Sockets without a file, so that nothing is left of a process that ends early; named after the job and the rank. They
// stand before MPI_Init's barrier, so behind it whoever is to be told is there.
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

  /// From now on this process can be told. False where there is no such socket to be had.
  bool listen(std::string_view job, std::uint32_t rank) noexcept;

  /// Tells another process of this host, if it listens.
  void tell(std::string_view job, std::uint32_t rank, std::string_view text) const noexcept;

  /// What a process of the same user has told, within `seconds`.
  std::optional<FixedString> hear(double seconds) const noexcept;

  void close() noexcept;

 private:
  int socket_ = -1;
};

}  // namespace topomorph::process
