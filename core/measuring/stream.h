// Messages without pause from one process to another, for measurements of the rate.
#pragma once

#include <array>

#include "core/measuring/link.h"

namespace topomorph::measuring {

inline constexpr std::size_t kInFlight = Link::kLong;  ///< messages, so that the link is never idle
/// The first messages of a stream do not wait for the receiver if they are so short: answers would hide a burst of some
/// kilobytes. More would fill the library's buffers, so later ones are synchronous.
inline constexpr std::size_t kAhead = 16, kShort = std::size_t{1} << 10;

/// Sends messages of next(sent, arrived) bytes until this is 0, then an empty message for each of the receiver's
/// requests as the end. `sent` is the number of messages so far, `arrived` the bytes of those that are complete.
template <typename Next>
void send_stream(Link& link, Next next) {
  std::array<std::size_t, kInFlight> sizes{};
  double arrived = 0;
  std::size_t sent = 0;
  for (;; ++sent) {
    const std::size_t request = sent % kInFlight;
    if (sent >= kInFlight) {
      link.complete(request);
      arrived += static_cast<double>(sizes[request]);
    }
    sizes[request] = next(sent, arrived);
    if (sizes[request] == 0) break;
    if (sent < kAhead && sizes[request] <= kShort) {
      link.start_send(request, sizes[request]);
    } else {
      link.start_synchronous_send(request, sizes[request]);
    }
  }
  for (std::size_t i = 1; i < kInFlight; ++i) {
    if (const std::size_t request = (sent + i) % kInFlight; sizes[request] > 0) link.complete(request);
  }
  for (std::size_t i = 0; i < kInFlight; ++i) link.send(0);
}

/// Receives what send_stream() sends, and calls arrive(bytes) after each message.
template <typename Arrive>
void receive_stream(Link& link, Arrive arrive) {
  for (std::size_t i = 0; i < kInFlight; ++i) link.start_receive(i);
  for (std::size_t i = 0, left = kInFlight; left > 0; i = (i + 1) % kInFlight) {
    const std::size_t bytes = link.complete(i);
    if (bytes == 0) {
      --left;
    } else {
      arrive(bytes);
      link.start_receive(i);
    }
  }
}

}  // namespace topomorph::measuring
