// The table of requests and their slots.
#include "monitoring/recording/requests.h"

#include <gtest/gtest.h>

#include "monitoring/recording/slots.h"

namespace topomorph::monitoring::recording {
namespace {

TEST(Slots, AreTheLowestFreeOnes) {
  Slots slots;
  for (std::uint32_t i = 0; i < 130; ++i) EXPECT_EQ(slots.take(), i);
  slots.release(128), slots.release(3), slots.release(70);
  EXPECT_EQ(slots.take(), 3U);
  EXPECT_EQ(slots.take(), 70U);
  EXPECT_EQ(slots.take(), 128U);
  EXPECT_EQ(slots.take(), 130U);
}

TEST(Slots, AreListedInOrder) {
  Slots slots;
  for (int i = 0; i < 100; ++i) slots.take();
  for (std::uint32_t i = 0; i < 100; ++i) {
    if (i != 5 && i != 64) slots.release(i);
  }
  std::vector<std::uint32_t> taken;
  slots.for_each_taken([&](std::uint32_t slot) { taken.push_back(slot); });
  EXPECT_EQ(taken, (std::vector<std::uint32_t>{5, 64}));
}

TEST(Requests, AreFoundByTheirHandles) {
  Requests requests;
  EXPECT_EQ(requests.find(16), nullptr);
  for (std::uint64_t i = 1; i <= 1000; ++i) requests.add({.handle = 16 * i, .number = i});
  for (std::uint64_t i = 1; i <= 1000; i += 2) requests.remove(requests.find(16 * i));
  for (std::uint64_t i = 1; i <= 1000; ++i) {
    const Request* const found = requests.find(16 * i);
    ASSERT_EQ(found != nullptr, i % 2 == 0) << i;
    if (found != nullptr) {
      EXPECT_EQ(found->number, i);
    }
  }
}

TEST(Requests, MayShareAHandle) {
  Requests requests;
  for (std::uint64_t i = 0; i < 200; ++i) requests.add({.handle = 64, .number = i});
  std::vector<bool> seen(200);
  for (int i = 0; i < 200; ++i) {
    Request* const found = requests.find(64);
    ASSERT_NE(found, nullptr);
    EXPECT_FALSE(seen[found->number]);
    seen[found->number] = true;
    requests.remove(found);
  }
  EXPECT_EQ(requests.find(64), nullptr);
}

TEST(Requests, GetOtherHandles) {
  Requests requests;
  requests.add({.handle = 1, .number = 7});
  requests.rename(1, 2);
  requests.rename(5, 6);
  EXPECT_EQ(requests.find(1), nullptr);
  ASSERT_NE(requests.find(2), nullptr);
  EXPECT_EQ(requests.find(2)->number, 7U);
}

}  // namespace
}  // namespace topomorph::monitoring::recording
