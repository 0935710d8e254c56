// Tests of threads' counters: exact sums, kept when threads end, forgotten at a reset, separate by phase.
#include "monitoring/counting/thread_counters.h"

#include <map>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "monitoring/call.h"
#include "monitoring/counting/name_lists.h"
#include "monitoring/monitor.h"

namespace topomorph::monitoring {
namespace {

constexpr auto kLayer = wire::Layer::PointToPoint;

std::uint64_t bytes_to(std::uint32_t peer) {
  std::uint64_t sum = 0;
  for (const ThreadCounters* thread = ThreadCounters::first(); thread != nullptr; thread = thread->next()) {
    if (!thread->is_current()) continue;
    thread->traffic.for_each([&](const TrafficCounter& counter) {
      if (TrafficKey::unpacked(counter.key).peer == peer) sum += counter.bytes.load();
    });
  }
  return sum;
}

std::size_t threads_known() {
  std::size_t count = 0;
  for (const ThreadCounters* thread = ThreadCounters::first(); thread != nullptr; thread = thread->next()) ++count;
  return count;
}

TEST(ThreadCounters, SumsAreExactAndOutliveTheThreads) {
  reset();
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([] {
      for (int i = 0; i < 10000; ++i) ThreadCounters::mine().count(kLayer, false, false, 5, 3, 1);
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(bytes_to(5), 8u * 10000u * 3u);
}

TEST(ThreadCounters, LaterThreadsTakeOverWhatEndedOnesLeft) {
  reset();
  for (int t = 0; t < 100; ++t) {
    std::thread([] { ThreadCounters::mine().count(kLayer, false, false, 6, 1, 1); }).join();
  }
  EXPECT_EQ(bytes_to(6), 100u);
  EXPECT_LT(threads_known(), 20u);
}

TEST(ThreadCounters, ResetForgetsAlsoWhatSilentThreadsCounted) {
  std::thread([] { ThreadCounters::mine().count(kLayer, false, false, 7, 10, 1); }).join();
  ThreadCounters::mine().count(kLayer, false, false, 7, 10, 1);
  EXPECT_EQ(bytes_to(7), 20u);
  reset();
  EXPECT_EQ(bytes_to(7), 0u);
  ThreadCounters::mine().count(kLayer, false, false, 7, 4, 1);
  EXPECT_EQ(bytes_to(7), 4u);
}

TEST(ThreadCounters, PhasesAreApart) {
  reset();
  set_phase("first");
  ThreadCounters::mine().count(kLayer, false, false, 8, 1, 1);
  set_phase("second");
  ThreadCounters::mine().count(kLayer, false, false, 8, 2, 1);
  set_phase("first");
  ThreadCounters::mine().count(kLayer, false, false, 8, 4, 1);
  set_phase("");
  std::multiset<std::uint64_t> found;
  ThreadCounters::mine().traffic.for_each([&](const TrafficCounter& counter) {
    if (TrafficKey::unpacked(counter.key).peer == 8) found.insert(counter.bytes.load());
  });
  EXPECT_EQ(found, (std::multiset<std::uint64_t>{2, 5}));
}

TEST(ThreadCounters, KeysComeBackWhole) {
  const TrafficKey key{kMaximalPhases - 1, wire::Layer::OneSided, true, false, 0x7FFFFFFF};
  const TrafficKey back = TrafficKey::unpacked(key.packed());
  EXPECT_EQ(back.phase, key.phase);
  EXPECT_EQ(back.layer, key.layer);
  EXPECT_TRUE(back.inward);
  EXPECT_FALSE(back.process);
  EXPECT_EQ(back.peer, key.peer);
}

TEST(ThreadCounters, SizesGoIntoTheirClass) {
  reset();
  ThreadCounters& mine = ThreadCounters::mine();
  for (const std::uint64_t bytes : {0ull, 1ull, 2ull, 3ull, 1ull << 40}) mine.count(kLayer, false, false, 9, bytes, 1);
  std::map<std::size_t, std::uint64_t> classes;
  mine.sizes.for_each([&](const SizeCounters& phase) {
    for (std::size_t k = 0; k < kSizeClasses; ++k) {
      if (const auto messages = phase.messages[0][k].load(); messages > 0) classes[k] += messages;
    }
  });
  EXPECT_EQ(classes, (std::map<std::size_t, std::uint64_t>{{0, 1}, {1, 1}, {2, 2}, {41, 1}}));
}

/// Short calls are sampled: the sum must be near the truth and can never exceed the time that has passed.
TEST(Call, SampledTimeIsNearTheTruth) {
  Clock::begin();
  Call::short_ticks = Clock::ticks_in(500);
  reset();
  constexpr int kCalls = 200000;
  std::uint64_t spent = 0;  // leaves out calls during which the machine did other work
  const std::uint64_t first = Clock::now();
  for (int i = 0; i < kCalls; ++i) {
    const Call call(runtime::Function{}, runtime::CallClass::P2p);
    const std::uint64_t begin = Clock::now();
    while (Clock::now() < begin + Call::short_ticks / 5) {
    }
    const std::uint64_t elapsed = Clock::now() - begin;
    spent += elapsed < Call::short_ticks ? elapsed : 0;
  }
  const std::uint64_t passed = Clock::now() - first;
  const CallCounter& counter = ThreadCounters::mine().call_counter(runtime::Function{});
  EXPECT_EQ(counter.count.load(), static_cast<std::uint64_t>(kCalls));
  EXPECT_LE(counter.ticks.load(), passed + Call::short_ticks);
  EXPECT_GE(counter.ticks.load(), spent / 2);
}

TEST(ThreadCounters, PeersBeyondTheRoomAreCountedTogether) {
  groups::number_of("0-99");
  const std::uint64_t room = room_for_peers.exchange(2);
  ThreadCounters& counters = ThreadCounters::mine();
  constexpr auto kOther = wire::Layer::OneSided;
  for (std::uint32_t peer = 1000; peer < 1010; ++peer) counters.count(kOther, false, false, peer, 8, 3);
  counters.count(kOther, false, false, 1001, 8, 1);
  room_for_peers = room;
  std::map<std::uint32_t, std::uint64_t> messages;
  std::uint64_t together = 0, bytes = 0;
  counters.traffic.for_each([&](const TrafficCounter& counter) {
    const TrafficKey key = TrafficKey::unpacked(counter.key);
    if (key.layer != kOther) return;
    bytes += counter.bytes;
    if (!key.group) messages[key.peer] = counter.messages;
    if (key.group && key.peer == groups::kWorld) together = counter.messages;
  });
  EXPECT_EQ(messages, (std::map<std::uint32_t, std::uint64_t>{{1000, 3}, {1001, 4}}));
  EXPECT_EQ(together, 24U);
  EXPECT_EQ(bytes, 31U * 8);
}

TEST(Call, AnInnerCallLeavesTheOuterOneInPlace) {
  const Call outer(runtime::Function{}, runtime::CallClass::Collective);
  CallCounter* const counter = ThreadCounters::mine().call;
  {
    const Call inner(static_cast<runtime::Function>(1), runtime::CallClass::P2p);
    EXPECT_FALSE(ThreadCounters::mine().in_collective);
  }
  EXPECT_EQ(ThreadCounters::mine().call, counter);
  EXPECT_TRUE(ThreadCounters::mine().in_collective);
}

}  // namespace
}  // namespace topomorph::monitoring
