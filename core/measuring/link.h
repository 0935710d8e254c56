// The way between two processes that measure it: messages without contents, and a few bytes of results.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

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

/// The room of all messages of a link. Filled, so that the first use does not wait for the system's memory. Takes a
/// little more than kLong * kLongest bytes.
class LinkBuffers {
 public:
  /// Returns the room of one message of the link: kLongest bytes or one.
  std::span<char> of(std::size_t request) {
    const bool is_long = request < Link::kLong;
    const std::size_t begin = is_long ? request * Link::kLongest : kAllLong + (request - Link::kLong);
    return std::span(bytes_).subspan(begin, is_long ? Link::kLongest : 1);
  }

 private:
  static constexpr std::size_t kAllLong = Link::kLong * Link::kLongest;
  std::vector<char> bytes_ = std::vector<char>(kAllLong + (Link::kRequests - Link::kLong), 'x');
};

}  // namespace topomorph::measuring
