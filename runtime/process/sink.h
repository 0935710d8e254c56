// Hands one line to where the site wants its records: a file, a datagram socket, or syslog.
#pragma once

#include <string_view>

namespace topomorph::process {

/// The longest line, with its newline, that a file, a socket or syslog takes in one piece.
inline constexpr std::size_t kLongestRecord = 4000;

enum class Delivery {
  Done,
  Failed,   ///< no such place, no permission, a full queue or disk, or the line is too long
  TooLong,  ///< no end within a quarter of a second: what hangs is left behind
};

/// Hands over a line without its newline. `sink` is a valid value of the setting `records`: file:FILE appends to a
/// regular file, of the user or of root, which it makes with mode 0600, and follows no link; %u in the name is the
/// number of the user. socket:FILE and syslog send a datagram, which is lost if the receiver's queue is full. A thread
/// of its own does it, because a file system may hang. Takes no memory. Called once in a process.
Delivery deliver(std::string_view sink, std::string_view line) noexcept;

/// Returns why this user's records would not arrive, as far as that shows without writing one: "Permission denied".
/// nullptr: nothing is in the way.
const char* obstacle_to_delivery(std::string_view sink) noexcept;

}  // namespace topomorph::process
