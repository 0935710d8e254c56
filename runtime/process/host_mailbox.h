// Datagrams between the processes of a host, for launchers whose board transports nothing after MPI_Init.
//
// The sockets have no file, so that a process that ends early leaves nothing behind, and every user of the host may
// send to them. So nobody else can take a name: the system chooses it, and the process tells it on the launcher's
// board, which only the job reads. Behind the name stands a key: the system drops what does not begin with the key
// before it reaches the mailbox, so nobody without the board can fill it or put an open file into it. A receiver
// connects to the one mailbox that it waits for: from then on the system refuses everybody else. What came before with
// the key is told apart by the user whom the system names as its sender.
//
// The mailboxes are opened before the barrier in MPI_Init; after it every receiver exists.
#pragma once

#include <optional>
#include <string_view>

#include "runtime/process/deadline.h"
#include "runtime/process/fixed_string.h"

namespace topomorph::process {

class HostMailbox {
 public:
  HostMailbox() = default;
  HostMailbox(const HostMailbox&) = delete;
  HostMailbox& operator=(const HostMailbox&) = delete;
  ~HostMailbox() { close(); }

  /// Lets this process receive and send from now on. Returns the name of its mailbox, one word; empty if the system
  /// gives no such socket, no filter of what it receives, or no random numbers.
  FixedString open() noexcept;

  /// Sends `text`, of at most 1900 bytes, to the mailbox `name`, if there is one. Returns false if neither it nor this
  /// one has room until owners of mailboxes come to wait. Tries once, and then until the deadline.
  bool tell(std::string_view name, std::string_view text, const Deadline& deadline) const noexcept;

  /// Returns what the process of the mailbox `from` has sent, waiting up to `seconds`. Does not wait if there is no
  /// such mailbox.
  std::optional<FixedString> hear(std::string_view from, double seconds) const noexcept;

  void close() noexcept;

 private:
  bool bind_somewhere() noexcept;

  int socket_ = -1;
  FixedString key_ = {};
};

}  // namespace topomorph::process
