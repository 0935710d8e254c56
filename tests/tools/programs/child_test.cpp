// What a child says, and how it ends, comes back; also when it does not end by itself.
#include "tools/programs/child.h"

#include <csignal>

#include <gtest/gtest.h>

namespace topomorph::programs {
namespace {

constexpr double kTimeout = 60;

TEST(Child, StreamsAndStatusAreItsOwn) {
  const ChildResult child = run_child({"sh", "-c", "echo out; echo err >&2; exit 7"}, kTimeout);
  EXPECT_EQ(child.out, "out\n");
  EXPECT_EQ(child.err, "err\n");
  EXPECT_EQ(child.status, 7);
  EXPECT_TRUE(child.in_time);
}

TEST(Child, VariablesReplaceTheEnvironments) {
  setenv("TOPOMORPH_TEST_A", "old", 1);
  setenv("TOPOMORPH_TEST_AB", "kept", 1);
  const ChildResult child =
      run_child({"sh", "-c", "echo $TOPOMORPH_TEST_A $TOPOMORPH_TEST_AB"}, kTimeout, {"TOPOMORPH_TEST_A=new"});
  EXPECT_EQ(child.out, "new kept\n");
  unsetenv("TOPOMORPH_TEST_A");
  unsetenv("TOPOMORPH_TEST_AB");
}

TEST(Child, MuchOnBothStreamsDoesNotStopIt) {
  const ChildResult child = run_child(
      {"sh", "-c", "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2; head -c 20000000 /dev/zero"}, kTimeout);
  EXPECT_EQ(child.status, 0);
  EXPECT_EQ(child.err.size(), 300000u);
  EXPECT_EQ(child.out.size(), std::size_t{1} << 24) << "the rest is read and lost";
}

TEST(Child, WhatDoesNotEndIsEnded) {
  const ChildResult child = run_child({"sleep", "1000"}, 0.05);
  EXPECT_FALSE(child.in_time);
  EXPECT_EQ(child.status, 128 + SIGTERM);
}

TEST(Child, AbsentCommands) { EXPECT_EQ(run_child({"no-such-command"}, kTimeout).status, 127); }

}  // namespace
}  // namespace topomorph::programs
