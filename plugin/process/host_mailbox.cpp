// Sends and receives datagrams over abstract sockets.
#include "plugin/process/host_mailbox.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

namespace topomorph::process {
namespace {

/// More than fit into a socket that nobody empties (net.unix.max_dgram_qlen): these came before the connection.
constexpr int kMostForeign = 4096;

struct Address {
  sockaddr_un address = {};
  socklen_t length = sizeof address;

  Address() = default;
  /// A leading zero makes the socket abstract: it has no file.
  explicit Address(std::string_view name) {
    address.sun_family = AF_UNIX;
    const std::size_t fits = name.copy(address.sun_path + 1, sizeof address.sun_path - 1);
    length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + fits);
  }
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&address); }
  sockaddr* get() { return reinterpret_cast<sockaddr*>(&address); }
  FixedString name() const {
    constexpr std::size_t kBefore = offsetof(sockaddr_un, sun_path) + 1;
    return length > kBefore ? std::string_view(address.sun_path + 1, length - kBefore) : std::string_view();
  }
};

FixedString line_for(std::string_view job, std::uint32_t rank) {
  constexpr std::size_t kLongestJob = 64;
  return FixedString("topomorph.") << rank << "." << job.substr(0, kLongestJob) << "\n";
}

bool is_of_this_user(msghdr& message) {
  const cmsghdr* const header = CMSG_FIRSTHDR(&message);
  if (header == nullptr || header->cmsg_type != SCM_CREDENTIALS) return false;
  ucred sender{};
  std::copy_n(CMSG_DATA(header), sizeof sender, reinterpret_cast<unsigned char*>(&sender));
  return sender.uid == geteuid();
}

struct Received {
  bool anything = false;
  std::optional<FixedString> told = std::nullopt;  ///< nothing: it is not from this user, or not for this process
};

Received receive(int socket, std::string_view for_us) {
  std::array<char, 2000> text{};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(ucred))> credentials{};
  iovec place{text.data(), text.size()};
  msghdr message{};
  message.msg_iov = &place;
  message.msg_iovlen = 1;
  message.msg_control = credentials.data();
  message.msg_controllen = credentials.size();
  const ssize_t bytes = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (bytes < 0) return {};
  const std::string_view came(text.data(), static_cast<std::size_t>(bytes));
  const bool counts =
      is_of_this_user(message) && (message.msg_flags & MSG_TRUNC) == 0 && came.substr(0, for_us.size()) == for_us;
  return {true, counts ? std::optional<FixedString>(came.substr(for_us.size())) : std::nullopt};
}

/// A send that finds no room gives up after this time, so that the deadline is looked at.
bool set_patience_of_sends(int socket) {
  const timeval patience{0, 20'000};
  return setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) == 0;
}

/// With each datagram the system names the user who has sent it.
bool ask_for_senders(int socket) {
  const int on = 1;
  return setsockopt(socket, SOL_SOCKET, SO_PASSCRED, &on, sizeof on) == 0;
}

}  // namespace

/// An address of a family alone lets the system choose a name that nobody has.
bool HostMailbox::bind_somewhere() noexcept {
  sockaddr none{};
  none.sa_family = AF_UNIX;
  return ask_for_senders(socket_) && set_patience_of_sends(socket_) && bind(socket_, &none, sizeof none.sa_family) == 0;
}

FixedString HostMailbox::open(std::string_view job, std::uint32_t rank) noexcept {
  close();
  job_ = job;
  rank_ = rank;
  socket_ = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  Address own;
  if (socket_ >= 0 && bind_somewhere() && getsockname(socket_, own.get(), &own.length) == 0) return own.name();
  close();
  return {};
}

bool HostMailbox::tell(std::string_view name, std::uint32_t rank, std::string_view text,
                       const Deadline& deadline) const noexcept {
  if (socket_ < 0 || name.empty()) return true;
  const Address other(name);
  const FixedString whole = line_for(job_, rank) << text;
  for (int flags = MSG_DONTWAIT | MSG_NOSIGNAL;; flags = MSG_NOSIGNAL) {
    const std::string_view bytes = whole.text();
    if (sendto(socket_, bytes.data(), bytes.size(), flags, other.get(), other.length) >= 0) return true;
    if (errno != EAGAIN && errno != EINTR) return true;  // nobody is there, or hears anybody else
    if (deadline.has_passed()) return false;
  }
}

std::optional<FixedString> HostMailbox::hear(std::string_view from, double seconds) const noexcept {
  if (socket_ < 0 || from.empty()) return std::nullopt;
  const Address other(from);
  const bool connected =
      connect(socket_, other.get(), other.length) == 0;  // else: it has told, or ended, and is closed
  const Deadline patience(seconds);
  const FixedString for_us = line_for(job_, rank_);
  for (int foreign = 0; foreign < kMostForeign; ++foreign) {
    if (connected && !patience.wait_for_input(socket_)) return std::nullopt;
    const Received received = receive(socket_, for_us);
    if (received.told) return received.told;
    if (!connected && !received.anything) return std::nullopt;
  }
  return std::nullopt;
}

void HostMailbox::close() noexcept {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

}  // namespace topomorph::process
