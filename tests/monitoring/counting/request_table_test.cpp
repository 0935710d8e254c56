// Tests of the table of persistent requests: handles are reused, tables grow, other threads read at the same time.
#include "monitoring/counting/request_table.h"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace topomorph::monitoring {
namespace {

TEST(RequestTable, AHandleMeansItsNewestRequest) {
  RequestTable<int> table;
  EXPECT_EQ(table.find(0x1000), nullptr);
  table.insert(0x1000, std::make_unique<const int>(1));
  ASSERT_NE(table.find(0x1000), nullptr);
  EXPECT_EQ(*table.find(0x1000), 1);
  table.erase(0x1000);
  EXPECT_EQ(table.find(0x1000), nullptr);
  table.insert(0x1000, std::make_unique<const int>(2));
  EXPECT_EQ(*table.find(0x1000), 2);
  table.insert(0x1000, std::make_unique<const int>(3));
  EXPECT_EQ(*table.find(0x1000), 3);
  EXPECT_EQ(table.find(0x2000), nullptr);
}

TEST(RequestTable, KeepsAllWhileItGrows) {
  RequestTable<std::uint64_t> table;
  for (std::uint64_t handle = 64; handle < 64 * 3000; handle += 64) {
    table.insert(handle, std::make_unique<const std::uint64_t>(handle));
    if (handle % 3 == 0) table.erase(handle);
  }
  for (std::uint64_t handle = 64; handle < 64 * 3000; handle += 64) {
    const std::uint64_t* const found = table.find(handle);
    ASSERT_EQ(found == nullptr, handle % 3 == 0);
    if (found != nullptr) {
      EXPECT_EQ(*found, handle);
    }
  }
  table.clear();
  EXPECT_EQ(table.find(64 * 4), nullptr);
}

TEST(RequestTable, MovesWhatAStartHasReplaced) {
  RequestTable<int> table;
  table.insert(0x1000, std::make_unique<const int>(1));
  table.move(0x1000, 0x2000);
  EXPECT_EQ(table.find(0x1000), nullptr);
  ASSERT_NE(table.find(0x2000), nullptr);
  EXPECT_EQ(*table.find(0x2000), 1);
  table.move(0x3000, 0x2000);  // a receive, which is not in the table
  ASSERT_NE(table.find(0x2000), nullptr);
  table.move(0x2000, 0x2000);
  EXPECT_EQ(*table.find(0x2000), 1);
}

TEST(RequestTable, ThreadsUseTheirOwnRequestsAtTheSameTime) {
  RequestTable<std::uint64_t> table;
  std::vector<std::thread> threads;
  for (std::uint64_t t = 1; t <= 8; ++t) {
    threads.emplace_back([&table, t] {
      for (std::uint64_t round = 0; round < 2000; ++round) {
        const std::uint64_t handle = (t << 20) + 8 * (round % 300);
        table.insert(handle, std::make_unique<const std::uint64_t>(handle + round));
        const std::uint64_t* const found = table.find(handle);
        ASSERT_NE(found, nullptr);
        ASSERT_EQ(*found, handle + round);
        table.erase(handle);
        ASSERT_EQ(table.find(handle), nullptr);
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace topomorph::monitoring
