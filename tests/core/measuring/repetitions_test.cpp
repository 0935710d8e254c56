// Repetitions of a pair's measurement: what counts of each value, and which values are doubtful.
#include "core/measuring/repetitions.h"

#include <functional>

#include <gtest/gtest.h>

namespace topomorph::measuring {
namespace {

constexpr PairCosts kUsual{104e-6, 12e6, {65e3, 1e8}, 12e-6, 20e-6};

/// Repetitions of kUsual, of which the later ones are changed.
Repetitions with(const std::function<void(PairCosts&)>& change, std::size_t changed = 1, std::size_t usual = 1) {
  Repetitions repetitions;
  for (std::size_t i = 0; i < usual; ++i) repetitions.add(kUsual);
  PairCosts other = kUsual;
  change(other);
  for (std::size_t i = 0; i < changed; ++i) repetitions.add(other);
  return repetitions;
}

const auto kNoChange = [](PairCosts&) {};

TEST(Repetitions, TwoThatAgreeAreNotDoubtful) {
  const Repetitions repetitions = with(kNoChange);
  for (const Way way : {Way::Memory, Way::Links}) {
    EXPECT_EQ(repetitions.doubts(way), 0U);
    EXPECT_EQ(repetitions.costs(way).latency, kUsual.latency);
    EXPECT_EQ(repetitions.costs(way).bandwidth, kUsual.bandwidth);
  }
  EXPECT_EQ(repetitions.costs(Way::Links).burst.bytes, kUsual.burst.bytes);
  EXPECT_EQ(repetitions.costs(Way::Links).burst.bandwidth, kUsual.burst.bandwidth);
}

TEST(Repetitions, EachValueIsJudged) {
  const auto doubts = [](const std::function<void(PairCosts&)>& change) { return with(change).doubts(Way::Links); };
  EXPECT_EQ(doubts([](PairCosts& costs) { costs.latency = 684e-6; }), bit_of(NetworkValue::Latency));
  EXPECT_EQ(doubts([](PairCosts& costs) { costs.bandwidth = 20e6; }), bit_of(NetworkValue::Rate));
  EXPECT_EQ(doubts([](PairCosts& costs) { costs.burst.bytes = 20e3; }), bit_of(NetworkValue::Burst));
  EXPECT_EQ(doubts([](PairCosts& costs) { costs.send = 30e-6; }), bit_of(NetworkValue::Send));
  EXPECT_EQ(doubts([](PairCosts& costs) { costs.receive = 50e-6; }), bit_of(NetworkValue::Receive));
  EXPECT_EQ(doubts([](PairCosts& costs) { costs.burst.bandwidth = 1e9; }), 0U);
}

TEST(Repetitions, ADisturbedOneIsOutvoted) {
  const auto slow = [](PairCosts& costs) { costs.latency = 684e-6, costs.send = 90e-6, costs.bandwidth = 2e6; };
  const Repetitions repetitions = with(slow, 1, 2);
  EXPECT_EQ(repetitions.doubts(Way::Links), 0U);
  EXPECT_EQ(repetitions.costs(Way::Links).latency, kUsual.latency);
  EXPECT_EQ(repetitions.costs(Way::Links).send, kUsual.send);
  EXPECT_EQ(repetitions.costs(Way::Links).bandwidth, kUsual.bandwidth);
}

TEST(Repetitions, TheLeastWorkCountsThoughMoreIsUsual) {
  const auto slow = [](PairCosts& costs) { costs.latency *= 3, costs.receive *= 3; };
  const Repetitions repetitions = with(slow, 2, 2);
  EXPECT_EQ(repetitions.doubts(Way::Links), 0U);
  EXPECT_EQ(repetitions.costs(Way::Links).latency, kUsual.latency);
  EXPECT_EQ(repetitions.costs(Way::Links).receive, kUsual.receive);
}

TEST(Repetitions, InMemoryTheGreatestRateCounts) {
  const auto fast = [](PairCosts& costs) { costs.bandwidth *= 3; };
  EXPECT_EQ(with(fast).costs(Way::Memory).bandwidth, 36e6);
  EXPECT_EQ(with(fast).doubts(Way::Memory), 0U);
  EXPECT_EQ(with(fast).costs(Way::Links).bandwidth, 24e6) << "of links the median";
  EXPECT_EQ(with([](PairCosts& costs) { costs.bandwidth *= 5; }).doubts(Way::Memory), bit_of(NetworkValue::Rate));
}

TEST(Repetitions, ABurstMayBeSeenOnce) {
  const auto none = [](PairCosts& costs) { costs.burst = {}; };
  EXPECT_EQ(with(none).doubts(Way::Links), 0U);
  EXPECT_EQ(with(none).costs(Way::Links).burst.bytes, kUsual.burst.bytes);
  EXPECT_EQ(with([](PairCosts& costs) { costs.burst.bytes = 1e6; }).doubts(Way::Memory), 0U) << "only links have them";
}

TEST(Repetitions, WorkBelowTheGrainOfClocksAgrees) {
  Repetitions repetitions;
  for (const double send : {1e-7, 4e-7}) {
    PairCosts costs = kUsual;
    costs.send = send, costs.receive = send - 1e-7;
    repetitions.add(costs);
  }
  EXPECT_EQ(repetitions.doubts(Way::Links), 0U);
}

TEST(Repetitions, WaitsAgreeWithinAQuarterOfACore) {
  Repeated waits;
  for (const double part : {0.1, 0.9, 0.7}) waits.add(part);
  EXPECT_TRUE(is_waiting_confirmed(waits));
  Repeated apart;
  for (const double part : {0.1, 0.4, 1.0}) apart.add(part);
  EXPECT_FALSE(is_waiting_confirmed(apart));
}

}  // namespace
}  // namespace topomorph::measuring
