// A child that exceeded its CPU time is told from one that crashed or was killed.
#include <gtest/gtest.h>

#include "core/base/process.h"

namespace topomorph {
namespace {

/// Returns a wait(2) status for a signal.
int killed_by(int signal) { return signal; }

rusage used(long user, long system, long microseconds) {
  rusage usage{};
  usage.ru_utime = {user, microseconds};
  usage.ru_stime = {system, 0};
  return usage;
}

TEST(ChildEnd, SoftLimitSendsItsOwnSignal) {
  EXPECT_TRUE(ran_out_of_cpu_time(killed_by(SIGXCPU), used(1, 0, 0), 1));
  EXPECT_FALSE(ran_out_of_cpu_time(killed_by(SIGXCPU), used(1, 0, 0), RLIM_INFINITY)) << "somebody else sent it";
}

TEST(ChildEnd, HardLimitKills) {
  EXPECT_TRUE(ran_out_of_cpu_time(killed_by(SIGKILL), used(2, 1, 0), 3));
  EXPECT_TRUE(ran_out_of_cpu_time(killed_by(SIGKILL), used(1, 1, 950000), 3)) << "clocks differ by a tick";
  EXPECT_FALSE(ran_out_of_cpu_time(killed_by(SIGKILL), used(1, 1, 0), 3)) << "killed before";
  EXPECT_FALSE(ran_out_of_cpu_time(killed_by(SIGKILL), used(100, 0, 0), RLIM_INFINITY));
}

TEST(ChildEnd, OtherEndsAreNotOfTheLimit) {
  EXPECT_FALSE(ran_out_of_cpu_time(killed_by(SIGSEGV), used(5, 0, 0), 3));
  EXPECT_FALSE(ran_out_of_cpu_time(0, used(5, 0, 0), 3)) << "it ended by itself";
  EXPECT_FALSE(ran_out_of_cpu_time(2 << 8, used(5, 0, 0), 3));
}

}  // namespace
}  // namespace topomorph
