// Tests of datagrams between the processes of a host.
#include "plugin/process/host_mailbox.h"

#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace topomorph::process {
namespace {

const std::string kJob = "kvs_" + std::to_string(getpid());

TEST(HostMailbox, IsHeardByWhomItIsToldEvenBeforeItIsWaitedFor) {
  HostMailbox first, second, third;
  ASSERT_TRUE(first.listen(kJob, 0) && second.listen(kJob, 1) && third.listen(kJob, 2));
  first.tell(kJob, 1, "rank 3 has mode off");
  EXPECT_EQ(second.hear(20).value_or("").text(), "rank 3 has mode off");
  EXPECT_FALSE(third.hear(0.05));
}

TEST(HostMailbox, NobodyIsWaitedForWhoDoesNotListen) {
  HostMailbox first, second;
  ASSERT_TRUE(first.listen(kJob, 0));
  first.tell(kJob, 1, "fine");
  EXPECT_FALSE(second.hear(20));
}

TEST(HostMailbox, OneSocketForAName) {
  HostMailbox first, again;
  ASSERT_TRUE(first.listen(kJob, 0));
  EXPECT_FALSE(again.listen(kJob, 0));
  first.close();
  EXPECT_TRUE(again.listen(kJob, 0));
}

TEST(HostMailbox, JobsOfLongNamesAreToldApart) {
  HostMailbox one, other;
  const std::string host(200, 'h');
  EXPECT_TRUE(one.listen(kJob + "_1_" + host, 0) && other.listen(kJob + "_2_" + host, 0));
}

}  // namespace
}  // namespace topomorph::process
