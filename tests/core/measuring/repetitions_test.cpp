// Repetitions of a pair's measurement: what counts of each value, and which values are doubtful.
#include "core/measuring/repetitions.h"

#include <functional>
#include <initializer_list>

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

Repeated of(std::initializer_list<double> values) {
  Repeated repeated;
  for (const double value : values) repeated.add(value);
  return repeated;
}

constexpr Tolerance kTwice{2, 0};

TEST(Repeated, KeepsFourInAnyOrder) {
  EXPECT_EQ(of({3, 1, 2}).least(), 1);
  EXPECT_EQ(of({1, 3, 2}).greatest(), 3);
  EXPECT_EQ(of({9, 1, 2}).median(), 2);
  EXPECT_EQ(of({8, 1, 2, 4}).median(), 3);
  const Repeated full = of({4, 3, 2, 1, 0});
  EXPECT_EQ(full.count(), 4U);
  EXPECT_EQ(full.least(), 1);
  EXPECT_EQ(of({}).least() + of({}).greatest() + of({}).median(), 0);
}

TEST(Repeated, OneAloneIsNotConfirmed) {
  for (const Repeated& none : {of({}), of({5})}) {
    EXPECT_FALSE(none.is_least_confirmed(kTwice));
    EXPECT_FALSE(none.is_greatest_confirmed(kTwice));
    EXPECT_FALSE(none.is_median_confirmed(kTwice));
  }
}

TEST(Repeated, TheLeastNeedsTheNext) {
  EXPECT_TRUE(of({200, 100}).is_least_confirmed(kTwice));
  EXPECT_FALSE(of({100, 684}).is_least_confirmed(kTwice));
  EXPECT_FALSE(of({100, 684, 690}).is_least_confirmed(kTwice)) << "two others agree, but not in the least";
  EXPECT_TRUE(of({684, 690, 104, 110}).is_least_confirmed(kTwice));
}

TEST(Repeated, TheGreatestNeedsTheOneBefore) {
  EXPECT_TRUE(of({1, 5, 9}).is_greatest_confirmed(kTwice));
  EXPECT_FALSE(of({1, 4, 9}).is_greatest_confirmed(kTwice));
}

TEST(Repeated, TheMedianNeedsANeighbour) {
  EXPECT_TRUE(of({4, 8}).is_median_confirmed(kTwice));
  EXPECT_FALSE(of({4, 9}).is_median_confirmed(kTwice));
  EXPECT_TRUE(of({1, 8, 9}).is_median_confirmed(kTwice)) << "the one above";
  EXPECT_TRUE(of({4, 8, 99}).is_median_confirmed(kTwice)) << "the one below";
  EXPECT_FALSE(of({1, 8, 99}).is_median_confirmed(kTwice));
  EXPECT_FALSE(of({1, 2, 8, 9}).is_median_confirmed(kTwice)) << "the two in the middle count";
  EXPECT_TRUE(of({1, 5, 8, 99}).is_median_confirmed(kTwice));
}

TEST(Repeated, ADifferenceIsEnough) {
  EXPECT_TRUE(of({0, 0.25}).is_median_confirmed({1, 0.25}));
  EXPECT_FALSE(of({0, 0.26}).is_median_confirmed({1, 0.25}));
}

}  // namespace

}  // namespace topomorph::measuring
