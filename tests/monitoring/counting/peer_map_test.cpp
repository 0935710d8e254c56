// Tests of the map from ranks to roles, with one thread and with many.
#include "monitoring/counting/peer_map.h"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace topomorph::monitoring {
namespace {

TEST(PeerMap, FindsWhatWasInsertedAndNothingElse) {
  PeerMap map;
  EXPECT_FALSE(map.find(0).has_value());
  for (int key = 0; key < 5000; ++key) map.insert(3 * key, key + 1);
  for (int key = 0; key < 5000; ++key) EXPECT_EQ(map.find(3 * key), key + 1);
  EXPECT_FALSE(map.find(1).has_value());
}

TEST(PeerMap, HoldsTheLargestRanksAndRoles) {
  PeerMap map;
  map.insert(0x7FFFFFFF, 0);
  map.insert(0, 0x7FFFFFFE);
  EXPECT_EQ(map.find(0x7FFFFFFF), 0);
  EXPECT_EQ(map.find(0), 0x7FFFFFFE);
}

TEST(PeerMap, ManyThreadsFillAndRead) {
  PeerMap map;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&map, t] {
      for (int i = 0; i < 4000; ++i) {
        const int key = (i * 7 + t * 500) % 4000;  // each key from every thread
        const auto found = map.find(key);
        if (found) {
          EXPECT_EQ(*found, key ^ 0x55);
        } else {
          map.insert(key, key ^ 0x55);
        }
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (int key = 0; key < 4000; ++key) EXPECT_EQ(map.find(key), key ^ 0x55);
}

}  // namespace
}  // namespace topomorph::monitoring
