// Tests of the table of counters: equal to a reference map, while it grows, and while another thread reads.
#include "monitoring/counting/counter_table.h"

#include <map>
#include <thread>

#include <gtest/gtest.h>

#include "monitoring/counting/thread_counters.h"

namespace topomorph::monitoring {
namespace {

TEST(CounterTable, AgreesWithAMapOverManyKeys) {
  CounterTable<TrafficCounter> table;
  std::map<std::uint64_t, std::uint64_t> reference;
  std::uint64_t random = 1;
  for (int i = 0; i < 200000; ++i) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    const std::uint64_t key = random >> 50 << (random & 31);
    add(table.at(key).bytes, 3);
    reference[key] += 3;
  }
  std::map<std::uint64_t, std::uint64_t> found;
  table.for_each([&](const TrafficCounter& counter) { found.emplace(counter.key, counter.bytes.load()); });
  EXPECT_EQ(found, reference);
}

TEST(CounterTable, EntriesStayWhereTheyAre) {
  CounterTable<TrafficCounter> table;
  TrafficCounter* const first = &table.at(0);
  for (std::uint64_t key = 1; key < 10000; ++key) table.at(key);
  EXPECT_EQ(&table.at(0), first);
}

TEST(CounterTable, ClearKeepsKeysAndZeroesCounters) {
  CounterTable<TrafficCounter> table;
  add(table.at(7).messages, 5);
  table.clear();
  EXPECT_EQ(table.at(7).messages.load(), 0u);
}

TEST(CounterTable, ReadsBesideTheWriter) {
  CounterTable<TrafficCounter> table;
  constexpr std::uint64_t kKeys = 20000;
  std::atomic<bool> done{false};
  std::thread writer([&] {
    for (std::uint64_t key = 0; key < kKeys; ++key) add(table.at(key).bytes, key);
    done = true;
  });
  std::uint64_t seen = 0;
  while (!done) {
    std::uint64_t now = 0;
    table.for_each([&](const TrafficCounter& counter) {
      EXPECT_TRUE(counter.bytes.load() == 0 || counter.bytes.load() == counter.key);
      ++now;
    });
    EXPECT_GE(now, seen);
    seen = now;
  }
  writer.join();
  seen = 0;
  table.for_each([&](const TrafficCounter&) { ++seen; });
  EXPECT_EQ(seen, kKeys);
}

}  // namespace
}  // namespace topomorph::monitoring
