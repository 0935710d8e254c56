// Tests of datagrams between the processes of a host, and of what other users of the host can do to them.
#include "plugin/process/host_mailbox.h"

#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace topomorph::process {
namespace {

const std::string kJob = "kvs_" + std::to_string(getpid());
constexpr uid_t kStranger = 64101;
constexpr double kPatience = 120;  // seconds: longer than any of these tests may take

bool tell_at_once(const HostMailbox& from, std::string_view name, std::uint32_t rank, std::string_view text) {
  return from.tell(name, rank, text, Deadline(0));
}

TEST(HostMailbox, IsHeardByWhomItIsToldEvenBeforeItIsWaitedFor) {
  HostMailbox first, second, third;
  const FixedString one = first.open(kJob, 0), two = second.open(kJob, 1), three = third.open(kJob, 2);
  ASSERT_FALSE(one.empty() || two.empty() || three.empty());
  EXPECT_TRUE(tell_at_once(first, two, 1, "rank 3 has mode off"));
  EXPECT_EQ(second.hear(one, kPatience).value_or("").text(), "rank 3 has mode off");
  EXPECT_FALSE(third.hear(one, 0.05));
}

TEST(HostMailbox, IsHeardThoughTheSenderHasEnded) {
  HostMailbox first, second;
  const FixedString one = first.open(kJob, 0), two = second.open(kJob, 1);
  tell_at_once(first, two, 1, "fine");
  first.close();
  EXPECT_EQ(second.hear(one, kPatience).value_or("").text(), "fine");
}

TEST(HostMailbox, NobodyIsWaitedForWhoDoesNotListen) {
  HostMailbox first, second;
  const FixedString one = first.open(kJob, 0);
  EXPECT_TRUE(tell_at_once(first, "", 1, "fine"));
  EXPECT_FALSE(second.hear(one, kPatience)) << "it has no mailbox itself";
  second.open(kJob, 1);
  first.close();
  EXPECT_FALSE(second.hear(one, kPatience)) << "nobody will tell it";
  EXPECT_FALSE(second.hear("", kPatience));
}

TEST(HostMailbox, NamesAreTheSystemsAndNoTwoAreTheSame) {
  HostMailbox one, other, nobody;
  const FixedString name = one.open(kJob, 0);
  EXPECT_EQ(name.text().find_first_not_of("0123456789abcdef"), std::string_view::npos);
  EXPECT_NE(name.text(), other.open(kJob, 0).text());
}

TEST(HostMailbox, WhatIsForAnotherJobOrRankDoesNotCount) {
  HostMailbox first, second, of_other_job;
  const FixedString one = first.open(kJob, 0), two = second.open(kJob, 1);
  of_other_job.open(kJob + "_2", 0);
  EXPECT_TRUE(tell_at_once(of_other_job, two, 1, "fine"));
  EXPECT_TRUE(tell_at_once(first, two, 2, "fine"));
  EXPECT_TRUE(tell_at_once(first, two, 1, "rank 2 has mode off"));
  EXPECT_EQ(second.hear(one, kPatience).value_or("").text(), "rank 2 has mode off");
}

TEST(HostMailbox, OnlyTheOneThatIsWaitedForReachesIt) {
  HostMailbox first, second, third;
  const FixedString one = first.open(kJob, 0), two = second.open(kJob, 1);
  third.open(kJob, 2);
  EXPECT_FALSE(second.hear(one, 0.05));
  EXPECT_TRUE(tell_at_once(third, two, 1, "fine"));
  EXPECT_FALSE(second.hear(one, 0.05));
}

/// Sends to a mailbox as fast as it can, from another user, until the end of the test.
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
    for (int inherited = STDERR_FILENO + 1; inherited < 64; ++inherited) ::close(inherited);  // the mailboxes
    if (setresuid(kStranger, kStranger, kStranger) != 0) _exit(1);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    name.copy(address.sun_path + 1, sizeof address.sun_path - 1);
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    const int from = socket(AF_UNIX, SOCK_DGRAM, 0);
    const std::string text = "topomorph.1." + kJob + "\nfine, says a stranger";
    for (;;) sendto(from, text.data(), text.size(), MSG_NOSIGNAL, reinterpret_cast<sockaddr*>(&address), length);
  }

  pid_t child_;
};

/// Waits until somebody else has filled the mailbox. Returns false if nobody does.
bool becomes_full(const HostMailbox& from, std::string_view name) {
  const Deadline patience(kPatience);
  while (!patience.has_passed()) {
    if (!tell_at_once(from, name, 7, "")) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

TEST(HostMailbox, AStrangerWhoFillsItUsesUpNeitherRoomNorTime) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can act as another user";
  HostMailbox first, second;
  const FixedString one = first.open(kJob, 0), two = second.open(kJob, 1);
  const Flood flood{std::string(two.text())};
  ASSERT_TRUE(becomes_full(first, two)) << "the flood does nothing";
  bool told = false;
  std::thread sender([&] { told = first.tell(two, 1, "rank 3 has mode off", Deadline(kPatience)); });
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(second.hear(one, kPatience).value_or("").text(), "rank 3 has mode off");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::duration<double>(kPatience / 2));
  sender.join();
  EXPECT_TRUE(told);
}

TEST(HostMailbox, AStrangerIsNotBelievedAndNotWaitedFor) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can act as another user";
  HostMailbox first, second;
  const FixedString one = first.open(kJob, 0), two = second.open(kJob, 1);
  const Flood flood{std::string(two.text())};
  ASSERT_TRUE(becomes_full(first, two)) << "the flood does nothing";
  EXPECT_FALSE(second.hear(one, 0.2)) << "connected: the stranger is shut out, and nobody has told anything";
  HostMailbox third;
  const FixedString three = third.open(kJob, 1);
  const Flood another{std::string(three.text())};
  ASSERT_TRUE(becomes_full(first, three)) << "the flood does nothing";
  first.close();
  EXPECT_FALSE(third.hear(one, kPatience)) << "nobody is waited for, and the stranger's are not read for ever";
}

}  // namespace
}  // namespace topomorph::process
