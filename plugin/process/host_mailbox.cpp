// Sends and receives datagrams over abstract sockets.
#include "plugin/process/host_mailbox.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "plugin/process/deadline.h"

namespace topomorph::process {
namespace {

struct Address {
  sockaddr_un address = {};
  socklen_t length = 0;

  /// A leading zero makes the socket abstract: it has no file.
  Address(std::string_view job, std::uint32_t rank) {
    constexpr std::size_t kLongestJob = 64;
    FixedString name("topomorph.");
    name << rank << "." << job.substr(0, kLongestJob);
    address.sun_family = AF_UNIX;
    name.text().copy(address.sun_path + 1, sizeof address.sun_path - 1);
    length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.text().size());
  }
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&address); }
};

bool is_of_this_user(msghdr& message) {
  const cmsghdr* const header = CMSG_FIRSTHDR(&message);
  if (header == nullptr || header->cmsg_type != SCM_CREDENTIALS) return false;
  ucred sender{};
  std::copy_n(CMSG_DATA(header), sizeof sender, reinterpret_cast<unsigned char*>(&sender));
  return sender.uid == geteuid();
}

std::optional<FixedString> received(int socket) {
  std::array<char, 2000> text{};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(ucred))> credentials{};
  iovec place{text.data(), text.size()};
  msghdr message{};
  message.msg_iov = &place;
  message.msg_iovlen = 1;
  message.msg_control = credentials.data();
  message.msg_controllen = credentials.size();
  const ssize_t bytes = recvmsg(socket, &message, MSG_DONTWAIT);
  if (bytes <= 0 || !is_of_this_user(message)) return std::nullopt;
  return std::string_view(text.data(), static_cast<std::size_t>(bytes));
}

}  // namespace

bool HostMailbox::listen(std::string_view job, std::uint32_t rank) noexcept {
  close();
  const Address own(job, rank);
  const int on = 1;
  socket_ = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (socket_ >= 0 && setsockopt(socket_, SOL_SOCKET, SO_PASSCRED, &on, sizeof on) == 0 &&
      bind(socket_, own.get(), own.length) == 0) {
    return true;
  }
  close();
  return false;
}

void HostMailbox::tell(std::string_view job, std::uint32_t rank, std::string_view text) const noexcept {
  const Address other(job, rank);
  if (socket_ >= 0) {
    sendto(socket_, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL, other.get(), other.length);
  }
}

std::optional<FixedString> HostMailbox::hear(double seconds) const noexcept {
  const Deadline patience(seconds);
  while (socket_ >= 0 && patience.wait_for_input(socket_)) {
    if (auto told = received(socket_)) return told;
  }
  return std::nullopt;
}

void HostMailbox::close() noexcept {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

}  // namespace topomorph::process
