// Sends and receives datagrams over abstract sockets.
#include "runtime/process/host_mailbox.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>

#include <linux/filter.h>
#include <linux/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/base/digest.h"

namespace topomorph::process {
namespace {

/// More than fit into a socket that nobody empties (net.unix.max_dgram_qlen): these came before the connection.
constexpr int kMostForeign = 4096;

constexpr std::size_t kKeyLength = 16, kWord = 4;  // bytes; the filter compares a word at a time

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

/// The two parts of a mailbox's name.
std::string_view socket_of(std::string_view name) { return name.substr(0, name.find('.')); }
std::string_view key_of(std::string_view name) { return name.substr(name.find('.') + 1); }

/// Returns letters that nobody can guess; none if the system has no random numbers.
FixedString new_key() {
  std::uint64_t random = 0;
  if (syscall(SYS_getrandom, &random, sizeof random, GRND_NONBLOCK) != static_cast<long>(sizeof random)) return {};
  std::array<char, kKeyLength> digits{};
  write_hexadecimal(random, digits.data());
  return std::string_view(digits.data(), digits.size());
}

/// Returns the word of a text as a filter loads it.
std::uint32_t word_at(std::string_view text, std::size_t begin) {
  std::uint32_t word = 0;
  for (const char c : text.substr(begin, kWord)) word = word << 8 | static_cast<unsigned char>(c);
  return word;
}

/// Lets the system drop what does not begin with the key while its sender sends it. A receiver that refused it would be
/// late: a datagram can carry an open file, which is closed by whoever takes the datagram from the socket, and closing
/// a connection can take as long as its maker wants (SO_LINGER).
bool admit_only(int socket, std::string_view key) {
  constexpr std::size_t kWords = kKeyLength / kWord;
  constexpr std::uint32_t kWhole = ~std::uint32_t{0};
  std::array<sock_filter, 2 * kWords + 2> steps{};  // the last two are for a text with the key, and for any other
  for (std::size_t i = 0; i < kWords; ++i) {
    const auto to_last = static_cast<unsigned char>(2 * (kWords - i) - 1);
    steps[2 * i] = {BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(i * kWord)};
    steps[2 * i + 1] = {BPF_JMP | BPF_JEQ | BPF_K, 0, to_last, word_at(key, i * kWord)};
  }
  steps[2 * kWords] = {BPF_RET | BPF_K, 0, 0, kWhole};
  steps[2 * kWords + 1] = {BPF_RET | BPF_K, 0, 0, 0};
  const sock_fprog program{steps.size(), steps.data()};
  return setsockopt(socket, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program) == 0;
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
  std::optional<FixedString> told = std::nullopt;  ///< nothing: it is not from this user, or not for this mailbox
};

Received receive(int socket, std::string_view key) {
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
      is_of_this_user(message) && (message.msg_flags & MSG_TRUNC) == 0 && came.substr(0, key.size()) == key;
  return {true, counts ? std::optional<FixedString>(came.substr(key.size())) : std::nullopt};
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
  return admit_only(socket_, key_) && ask_for_senders(socket_) && set_patience_of_sends(socket_) &&
         bind(socket_, &none, sizeof none.sa_family) == 0;
}

FixedString HostMailbox::open() noexcept {
  close();
  key_ = new_key();
  if (key_.empty()) return {};
  socket_ = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  Address own;
  if (socket_ >= 0 && bind_somewhere() && getsockname(socket_, own.get(), &own.length) == 0)
    return own.name() << "." << key_;
  close();
  return {};
}

bool HostMailbox::tell(std::string_view name, std::string_view text, const Deadline& deadline) const noexcept {
  if (socket_ < 0 || name.empty()) return true;
  const Address other(socket_of(name));
  const FixedString whole = FixedString(key_of(name)) << text;
  for (int flags = MSG_DONTWAIT | MSG_NOSIGNAL;; flags = MSG_NOSIGNAL) {
    const std::string_view bytes = whole.text();
    if (sendto(socket_, bytes.data(), bytes.size(), flags, other.get(), other.length) >= 0) return true;
    if (errno != EAGAIN && errno != EINTR) return true;  // nobody is there, or hears anybody else
    if (deadline.has_passed()) return false;
  }
}

std::optional<FixedString> HostMailbox::hear(std::string_view from, double seconds) const noexcept {
  if (socket_ < 0 || from.empty()) return std::nullopt;
  const Address other(socket_of(from));
  const bool connected =
      connect(socket_, other.get(), other.length) == 0;  // else: it has told, or ended, and is closed
  const Deadline patience(seconds);
  for (int foreign = 0; foreign < kMostForeign; ++foreign) {
    if (connected && !patience.wait_for_input(socket_)) return std::nullopt;
    const Received received = receive(socket_, key_);
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
