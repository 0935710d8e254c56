// The way between two processes that measure it: messages without contents, and a few bytes of results.
#pragma once

#include <cstddef>
#include <span>

namespace topomorph::measuring {

/// Messages between this process and one other. Whoever implements it brings the communication library; every function
/// may throw what that library's failures are, also because the other process does not answer.
class Link {
 public:
  static constexpr std::size_t kRequests = 16;  ///< messages under way at a time
  static constexpr std::size_t kLong = 4;       ///< of these may be long, the first ones; the others have one byte
  static constexpr std::size_t kLongest = std::size_t{1} << 20;  ///< bytes of a long message

  Link() = default;
  virtual ~Link() = default;
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  /// Starts message `request`, below kRequests, of `bytes`.
  virtual void start_send(std::size_t request, std::size_t bytes) = 0;
  /// Starts a message that is complete when the other process has begun to receive it: the library cannot buffer many.
  virtual void start_synchronous_send(std::size_t request, std::size_t bytes) = 0;
  /// Starts to receive a message of any length up to that of the request.
  virtual void start_receive(std::size_t request) = 0;
  /// Waits for the end of message `request`. Returns the bytes that were received; 0 for a sent one.
  virtual std::size_t complete(std::size_t request) = 0;
  /// Returns the contents of message `request`: kLongest bytes or one.
  virtual std::span<char> contents(std::size_t request) = 0;

  void send(std::size_t bytes) {
    start_send(0, bytes);
    complete(0);
  }
  std::size_t receive() {
    start_receive(0);
    return complete(0);
  }
};

}  // namespace topomorph::measuring
