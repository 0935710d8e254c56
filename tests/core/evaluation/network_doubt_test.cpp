// A measured network that contradicts itself, or that no machine has, is doubtful.
#include "core/evaluation/network_doubt.h"

#include <gtest/gtest.h>

#include "core/base/network_value.h"

namespace topomorph::evaluation {
namespace {

using formats::ProfiledPair;
using wire::Reach;
using DoubtedPairs = std::vector<ProfiledPair>;

ProfiledPair pair_at(Reach reach, double microseconds, double megabytes) {
  return {reach, 0, 1, microseconds * 1e-6, megabytes * 1e6, 65536, 1e9, 7e-6, 13e-6, 0.2};
}

DoubtedPairs usual_pairs() { return {pair_at(Reach::Host, 50, 2000), pair_at(Reach::Network, 104, 12)}; }

TEST(NetworkDoubt, AUsualNetworkHasNone) {
  EXPECT_EQ(doubt_about(usual_pairs()), "");
  EXPECT_EQ(doubt_about({}), "");
  EXPECT_EQ(doubt_about(DoubtedPairs{pair_at(Reach::Host, 684, 2000)}), "") << "nothing to compare it with";
  EXPECT_EQ(doubt_about(DoubtedPairs{pair_at(Reach::Host, 0.6, 9000), pair_at(Reach::Network, 1.1, 98000)}), "")
      << "two adapters of 400 Gbit/s";
}

TEST(NetworkDoubt, AMessageInsideAHostIsNotClearlySlower) {
  EXPECT_EQ(doubt_about(DoubtedPairs{pair_at(Reach::Host, 684, 2000), pair_at(Reach::Network, 104, 12)}),
            "684 us inside hosts against 104 us between them");
  EXPECT_EQ(doubt_about(DoubtedPairs{pair_at(Reach::Package, 684, 2000), pair_at(Reach::Switch, 104, 12)}),
            "684 us inside hosts against 104 us between them");
  EXPECT_EQ(doubt_about(DoubtedPairs{pair_at(Reach::Host, 200, 2000), pair_at(Reach::Network, 104, 12)}), "")
      << "noise";
  EXPECT_EQ(doubt_about(DoubtedPairs{pair_at(Reach::Host, 50, 5), pair_at(Reach::Network, 104, 100)}),
            "5 MB/s inside hosts against 100 MB/s between them");
}

TEST(NetworkDoubt, ValuesAreThoseThatMachinesHave) {
  const auto doubt = [](auto change) {
    DoubtedPairs pairs = usual_pairs();
    change(pairs[1]);
    return doubt_about(pairs);
  };
  EXPECT_EQ(doubt([](ProfiledPair& pair) { pair.latency = 2; }), "a latency of 2e+06 us between hosts");
  EXPECT_EQ(doubt([](ProfiledPair& pair) { pair.bandwidth = 10; }), "a rate of 10 bytes/s between hosts");
  EXPECT_EQ(doubt([](ProfiledPair& pair) { pair.burst_bytes = 1e12; }),
            "a burst of 1e+12 bytes at 1e+09 bytes/s between hosts");
  EXPECT_EQ(doubt([](ProfiledPair& pair) { pair.burst_bandwidth = 1; }),
            "a burst of 6.55e+04 bytes at 1 bytes/s between hosts");
  EXPECT_EQ(doubt([](ProfiledPair& pair) { pair.receive = 2; }), "work of 2e+06 us for a message between hosts");
  EXPECT_EQ(doubt([](ProfiledPair& pair) { pair.waiting = 3; }), "waiting that takes 3 cores");
  EXPECT_EQ(doubt_about(DoubtedPairs{pair_at(Reach::Package, 1e-3, 2000)}), "a latency of 0.001 us inside packages");
}

TEST(NetworkDoubt, ValuesThatNoPairHasFoundTwiceAreNamed) {
  DoubtedPairs pairs = usual_pairs();
  pairs.push_back(pairs[1]);
  pairs[1].doubts = bit_of(NetworkValue::Latency) | bit_of(NetworkValue::Send);
  EXPECT_EQ(doubt_about(pairs), "") << "the other pair agrees with itself";
  pairs[2].doubts = bit_of(NetworkValue::Latency);
  EXPECT_EQ(doubt_about(pairs), "repetitions differ in latency between hosts");
  pairs[0].doubts = bit_of(NetworkValue::Waiting);
  EXPECT_EQ(doubt_about(pairs), "repetitions differ in part of a core that waits inside hosts, latency between hosts");
}

TEST(NetworkDoubt, TheMarkOfAProfileCounts) {
  EXPECT_EQ(doubt_about(usual_pairs(), "repetitions differ"), "repetitions differ");
  EXPECT_EQ(clause_of_doubt("why"), "the network could not be measured reliably: why");
  EXPECT_EQ(clause_of_doubt(""), "");
}

}  // namespace
}  // namespace topomorph::evaluation
