// The bytes of collectives, where processes say different things of one call.
#include "core/recordings/paraver_calls.h"

#include <gtest/gtest.h>

namespace topomorph::recordings {
namespace {

std::uint64_t bytes(ParaverCollective recorded) { return step_of(recorded).value().bytes; }

TEST(ParaverCalls, TheRootAndTheOthersTellTheSameBlock) {
  EXPECT_EQ(bytes({.call = 13, .sent = 10, .processes = 4}), 10u);
  EXPECT_EQ(bytes({.call = 13, .sent = 0, .received = 40, .processes = 4, .is_root = true}), 10u) << "in place";
  EXPECT_EQ(bytes({.call = 15, .received = 20, .processes = 4}), 20u);
  EXPECT_EQ(bytes({.call = 15, .sent = 80, .processes = 4, .is_root = true}), 20u) << "in place";
  EXPECT_EQ(bytes({.call = 9, .sent = 128, .processes = 4}), 128u);
  EXPECT_EQ(bytes({.call = 9, .received = 128, .processes = 4, .is_root = true}), 128u);
}

TEST(ParaverCalls, NonblockingOnesCountAlike) {
  for (const auto& [call, nonblocking] : {std::pair{7, 157}, {10, 155}, {12, 159}, {168, 169}, {214, 215}}) {
    const auto number = [](int each) { return static_cast<std::uint64_t>(each); };
    EXPECT_EQ(step_of({.call = number(call), .sent = 96, .received = 24, .processes = 4})->bytes,
              step_of({.call = number(nonblocking), .sent = 96, .received = 24, .processes = 4})->bytes);
    EXPECT_EQ(step_of({.call = number(call)})->kind, step_of({.call = number(nonblocking)})->kind);
  }
}

TEST(ParaverCalls, OthersAreNone) {
  for (const std::uint64_t call : {0, 1, 31, 174, 181, 999}) EXPECT_FALSE(step_of({.call = call})) << call;
}

TEST(ParaverCalls, WhatStartsAndEndsRequests) {
  EXPECT_TRUE(starts_sends(3));
  EXPECT_TRUE(starts_sends(124));
  EXPECT_FALSE(starts_sends(1));
  EXPECT_FALSE(starts_sends(41));
  EXPECT_TRUE(ends_requests(6));
  EXPECT_TRUE(ends_requests(39));
  EXPECT_FALSE(ends_requests(2));
}

}  // namespace
}  // namespace topomorph::recordings
