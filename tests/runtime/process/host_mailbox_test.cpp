// Tests of datagrams between the processes of a host, and of what other users of the host can do to them.
#include "runtime/process/host_mailbox.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <string>
#include <thread>
#include <utility>

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace topomorph::process {
namespace {

constexpr uid_t kStranger = 64101;
constexpr double kPatience = 120;  // seconds: longer than any of these tests may take

/// The two parts of a mailbox's name: its socket's, and its key.
std::string_view socket_of(std::string_view name) { return name.substr(0, name.find('.')); }
std::string_view key_of(std::string_view name) { return name.substr(name.find('.') + 1); }

bool tell_at_once(const HostMailbox& from, std::string_view name, std::string_view text) {
  return from.tell(name, text, Deadline(0));
}

TEST(HostMailbox, IsHeardByWhomItIsToldEvenBeforeItIsWaitedFor) {
  HostMailbox first, second, third;
  const FixedString one = first.open(), two = second.open(), three = third.open();
  ASSERT_FALSE(one.empty() || two.empty() || three.empty());
  EXPECT_TRUE(tell_at_once(first, two, "rank 3 has mode off"));
  EXPECT_EQ(second.hear(one, kPatience).value_or("").text(), "rank 3 has mode off");
  EXPECT_FALSE(third.hear(one, 0.05));
}

TEST(HostMailbox, IsHeardThoughTheSenderHasEnded) {
  HostMailbox first, second;
  const FixedString one = first.open(), two = second.open();
  tell_at_once(first, two, "fine");
  first.close();
  EXPECT_EQ(second.hear(one, kPatience).value_or("").text(), "fine");
}

TEST(HostMailbox, NobodyIsWaitedForWhoDoesNotListen) {
  HostMailbox first, second;
  const FixedString one = first.open();
  EXPECT_TRUE(tell_at_once(first, "", "fine"));
  EXPECT_FALSE(second.hear(one, kPatience)) << "it has no mailbox itself";
  second.open();
  first.close();
  EXPECT_FALSE(second.hear(one, kPatience)) << "nobody will tell it";
  EXPECT_FALSE(second.hear("", kPatience));
}

TEST(HostMailbox, NamesAreTheSystemsAndNoTwoAreTheSame) {
  HostMailbox one, other, nobody;
  const FixedString name = one.open();
  const FixedString another = other.open();
  EXPECT_EQ(name.text().find_first_not_of("0123456789abcdef."), std::string_view::npos);
  EXPECT_NE(socket_of(name), socket_of(another));
  EXPECT_NE(key_of(name), key_of(another));
}

TEST(HostMailbox, WhatIsForAnotherMailboxDoesNotCount) {
  HostMailbox first, second, third;
  const FixedString one = first.open(), two = second.open(), three = third.open();
  const std::string without_key(socket_of(two)), wrong_key = without_key + "." + std::string(key_of(three));
  EXPECT_TRUE(tell_at_once(first, without_key, "fine"));
  EXPECT_TRUE(tell_at_once(first, without_key + ".", "f"));
  EXPECT_TRUE(tell_at_once(first, wrong_key, "fine"));
  EXPECT_TRUE(tell_at_once(first, two, "rank 2 has mode off"));
  EXPECT_EQ(second.hear(one, kPatience).value_or("").text(), "rank 2 has mode off");
}

TEST(HostMailbox, OnlyTheOneThatIsWaitedForReachesIt) {
  HostMailbox first, second, third;
  const FixedString one = first.open(), two = second.open();
  third.open();
  EXPECT_FALSE(second.hear(one, 0.05));
  EXPECT_TRUE(tell_at_once(third, two, "fine"));
  EXPECT_FALSE(second.hear(one, 0.05));
}

/// A datagram with the key of a mailbox or another text, and maybe an open file.
class Letter {
 public:
  Letter(std::string_view name, std::string text) : text_(std::move(text)) {
    address_.sun_family = AF_UNIX;
    const std::size_t length = socket_of(name).copy(address_.sun_path + 1, sizeof address_.sun_path - 1);
    message_.msg_name = &address_;
    message_.msg_namelen = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + length);
    place_ = {text_.data(), text_.size()};
    message_.msg_iov = &place_;
    message_.msg_iovlen = 1;
  }
  Letter(const Letter&) = delete;
  Letter& operator=(const Letter&) = delete;

  void enclose(int file) {
    message_.msg_control = enclosed_.data();
    message_.msg_controllen = enclosed_.size();
    cmsghdr* const header = CMSG_FIRSTHDR(&message_);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof file);
    std::memcpy(CMSG_DATA(header), &file, sizeof file);
  }
  bool connect(int from) const {
    return ::connect(from, static_cast<const sockaddr*>(message_.msg_name), message_.msg_namelen) == 0;
  }
  bool send(int from, int flags) const { return sendmsg(from, &message_, flags | MSG_NOSIGNAL) >= 0; }

 private:
  std::string text_;
  sockaddr_un address_{};
  iovec place_{};
  msghdr message_{};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> enclosed_{};
};

void drop_mailboxes() {
  for (int inherited = STDERR_FILENO + 1; inherited < 64; ++inherited) ::close(inherited);
}

/// Sends to a mailbox, whose key has come to be known, as fast as it can, from another user, until the end of the test.
class Flood {
 public:
  explicit Flood(const std::string& name) : child_(fork()) {
    if (child_ == 0) run(name);
  }
  ~Flood() {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  Flood(const Flood&) = delete;
  Flood& operator=(const Flood&) = delete;

 private:
  [[noreturn]] static void run(const std::string& name) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    drop_mailboxes();
    if (setresuid(kStranger, kStranger, kStranger) != 0) _exit(1);
    const Letter letter(name, std::string(key_of(name)) + "fine, says a stranger");
    const int from = socket(AF_UNIX, SOCK_DGRAM, 0);
    for (;;) letter.send(from, 0);
  }

  pid_t child_;
};

/// Waits until somebody else has filled the mailbox. Returns false if nobody does.
bool becomes_full(std::string_view name) {
  const int probe = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (!Letter(name, "").connect(probe)) return false;
  bool full = false;
  for (const Deadline patience(kPatience); !full && !patience.has_passed();) {
    pollfd room{probe, POLLOUT, 0};
    full = poll(&room, 1, 1) == 0;
  }
  ::close(probe);
  return full;
}

TEST(HostMailbox, AStrangerWhoFillsItUsesUpNeitherRoomNorTime) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can act as another user";
  HostMailbox first, second;
  const FixedString one = first.open(), two = second.open();
  const Flood flood{std::string(two.text())};
  ASSERT_TRUE(becomes_full(two)) << "the flood does nothing";
  bool told = false;
  std::thread sender([&] { told = first.tell(two, "rank 3 has mode off", Deadline(kPatience)); });
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(second.hear(one, kPatience).value_or("").text(), "rank 3 has mode off");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::duration<double>(kPatience / 2));
  sender.join();
  EXPECT_TRUE(told);
}

TEST(HostMailbox, AStrangerIsNotBelievedAndNotWaitedFor) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can act as another user";
  HostMailbox first, second;
  const FixedString one = first.open(), two = second.open();
  const Flood flood{std::string(two.text())};
  ASSERT_TRUE(becomes_full(two)) << "the flood does nothing";
  EXPECT_FALSE(second.hear(one, 0.2)) << "connected: the stranger is shut out, and nobody has told anything";
  HostMailbox third;
  const FixedString three = third.open();
  const Flood another{std::string(three.text())};
  ASSERT_TRUE(becomes_full(three)) << "the flood does nothing";
  first.close();
  EXPECT_FALSE(third.hear(one, kPatience)) << "nobody is waited for, and the stranger's are not read for ever";
}

/// A process of another user or of this one that has no key.
template <typename Act>
int status_of_process(uid_t user, const Act& act) {
  const pid_t child = fork();
  if (child == 0) _exit(setresuid(user, user, user) == 0 && act() ? 0 : 1);
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

TEST(HostMailbox, WhoHasNoKeyFillsNothing) {
  HostMailbox first, second;
  const FixedString one = first.open(), two = second.open();
  const auto fill = [&] {
    const Letter letter(two, "a letter without the key");
    const int from = socket(AF_UNIX, SOCK_DGRAM, 0);
    for (int i = 0; i < 10'000; ++i)
      if (!letter.send(from, MSG_DONTWAIT)) return false;
    return true;
  };
  EXPECT_EQ(status_of_process(geteuid(), fill), 0) << "the mailbox is full";
  EXPECT_TRUE(tell_at_once(first, two, "fine"));
  EXPECT_EQ(second.hear(one, kPatience).value_or("").text(), "fine");
}

/// The server of connections within this host whose other end nobody reads.
class Unread {
 public:
  Unread() {
    socklen_t length = sizeof address_;
    address_.sin_family = AF_INET;
    address_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    works_ = bind(server_, get(), length) == 0 && listen(server_, 4) == 0 && getsockname(server_, get(), &length) == 0;
  }
  ~Unread() { ::close(server_); }
  Unread(const Unread&) = delete;
  Unread& operator=(const Unread&) = delete;

  bool works() const { return works_; }
  /// Returns a connection whose last close takes kPatience; -1 without one.
  int connection() {
    const int made = socket(AF_INET, SOCK_STREAM, 0);
    const linger slow{1, static_cast<int>(kPatience)};
    if (connect(made, get(), sizeof address_) != 0) return -1;
    const std::string much(100'000, 'x');
    while (::send(made, much.data(), much.size(), MSG_DONTWAIT) > 0) continue;
    return setsockopt(made, SOL_SOCKET, SO_LINGER, &slow, sizeof slow) == 0 ? made : -1;
  }

 private:
  sockaddr* get() { return reinterpret_cast<sockaddr*>(&address_); }

  int server_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address_{};
  bool works_ = false;
};

/// Closing it would hold whoever has it last.
bool send_slow_connection(Unread& unread, std::string_view name) {
  const int connection = unread.connection();
  Letter letter(name, "a letter without the key");
  letter.enclose(connection);
  return connection >= 0 && letter.send(socket(AF_UNIX, SOCK_DGRAM, 0), MSG_DONTWAIT);
}

TEST(HostMailbox, AnOpenFileThatIsSlowToCloseHoldsNobody) {
  Unread unread;
  if (!unread.works()) GTEST_SKIP() << "no connections within this host";
  for (const uid_t user : {geteuid(), kStranger}) {
    if (user != geteuid() && geteuid() != 0) GTEST_SKIP() << "only root can act as another user";
    HostMailbox first, second, third;
    const FixedString one = first.open(), two = second.open(), three = third.open();
    const auto send = [&] { return send_slow_connection(unread, two) && send_slow_connection(unread, three); };
    ASSERT_EQ(status_of_process(user, send), 0) << "of user " << user;
    const auto begin = std::chrono::steady_clock::now();
    tell_at_once(first, two, "fine");
    EXPECT_EQ(second.hear(one, kPatience).value_or("").text(), "fine");
    third.close();
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::duration<double>(kPatience / 2)) << user;
  }
}

}  // namespace
}  // namespace topomorph::process
