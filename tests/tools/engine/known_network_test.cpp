// A doubtful measurement of the network is marked and said, is not kept in the store, and gives no seconds.
#include "tools/engine/known_network.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/base/network_value.h"
#include "core/formats/profile/reader.h"
#include "core/store/store.h"
#include "tests/core/testing.h"
#include "tests/tools/engine/asking.h"

namespace topomorph::engine {
namespace {

using wire::FrameType;
using wire::NetworkRecord;
using wire::Reach;

constexpr const char* kDoubt = "684 us inside hosts against 104 us between them";
const std::string kClause = "the network could not be measured reliably: " + std::string(kDoubt);

NetworkRecord record(Reach reach, std::uint64_t other, double microseconds, double megabytes) {
  return {reach, 0, other, microseconds * 1e-6, megabytes * 1e6, 0, 0, 7e-6, 13e-6, 0.1};
}

/// Ranks 0 and 1 are on node0, 2 and 3 on node1; 0 and 2 talk, and 1 and 3. Rank 0 has measured the network.
wire::Buffer job(const std::vector<NetworkRecord>& network) {
  wire::Buffer frames;
  wire::append_text(frames, FrameType::Meta, "program=app\nranks=4\nmpi=MPI\ndate=9999-01-01T00:00:00Z\n");
  for (std::uint64_t rank = 0; rank < 4; ++rank) {
    wire::append_text(frames, FrameType::Process, fmt::format("rank={}\nhost=node{}\n", rank, rank / 2));
    wire::append_text(frames, FrameType::Phases, "main\n");
    const std::vector<wire::TrafficRecord> rows = {{0, wire::Layer::PointToPoint, rank, (rank + 2) % 4, 1'000'000, 10}};
    wire::append_records<wire::TrafficRecord>(frames, FrameType::Traffic, rows);
    if (rank == 0) wire::append_records<NetworkRecord>(frames, FrameType::Network, network);
  }
  return frames;
}

std::vector<NetworkRecord> usual() { return {record(Reach::Host, 1, 50, 2000), record(Reach::Network, 2, 104, 12)}; }

std::vector<NetworkRecord> contradictory() {
  return {record(Reach::Host, 1, 684, 2000), record(Reach::Network, 2, 104, 12)};
}

class KnownNetworkTest : public ::testing::Test {
 protected:
  KnownNetworkTest() { store::Store(store_).prepare(); }

  /// Writes the profile as the engine does. Returns what it says of the network.
  std::string write(const std::vector<NetworkRecord>& network) const {
    const wire::Buffer answer = reorder::ask({"write", profile_}, job(network));
    return wire::decode_key_values(wire::text(*wire::FrameReader(answer).next()))["network_doubt"];
  }
  /// Returns the line of a job on the same hosts.
  std::string planned() const {
    wire::Buffer request;
    wire::append_text(request, FrameType::Locations, "node0\t\nnode0\t\nnode1\t\nnode1\t\n");
    return reorder::plan({"--profile", profile_}, request).summary["message"];
  }
  bool keeps() const {
    keep_network(store_, profile_, true);
    return store::newest_network(store_).has_value();
  }

  testing::TemporaryFolder folder_;
  std::string store_ = folder_.file("store"), profile_ = folder_.file("app.tmprof");
  store::Fabric fabric_{{"node0", "node1"}, "MPI"};
};

TEST_F(KnownNetworkTest, AUsualMeasurementIsKeptAndUsed) {
  EXPECT_EQ(write(usual()), "");
  EXPECT_EQ(formats::read_profile_network(profile_).doubt, "");
  EXPECT_TRUE(keeps());
  EXPECT_NE(planned().find(" s, measured network)"), std::string::npos) << planned();
}

TEST_F(KnownNetworkTest, AContradictoryOneIsMarkedAndGivesNoSeconds) {
  EXPECT_EQ(write(contradictory()), kClause);
  EXPECT_EQ(formats::read_profile_network(profile_).doubt, kDoubt);
  EXPECT_TRUE(planned().ends_with("% (assumed network 16:1, the measured one is doubtful)")) << planned();
}

TEST_F(KnownNetworkTest, OneThatDoesNotRepeatIsMarkedAndGivesNoSeconds) {
  std::vector<NetworkRecord> network = usual();
  network[1].doubts = bit_of(NetworkValue::Rate);
  EXPECT_EQ(write(network), "the network could not be measured reliably: repetitions differ in rate between hosts");
  EXPECT_TRUE(planned().ends_with("% (assumed network 16:1, the measured one is doubtful)")) << planned();
  EXPECT_FALSE(keeps());
}

TEST_F(KnownNetworkTest, ADoubtfulOneIsMeasuredAgainAndNotNotedAsFailed) {
  write(contradictory());
  EXPECT_FALSE(keeps());
  EXPECT_FALSE(store::find_network(store_, fabric_).is_settled);
  write({});
  EXPECT_FALSE(keeps());
  EXPECT_TRUE(store::find_network(store_, fabric_).is_settled) << "as one that has failed is";
}

TEST_F(KnownNetworkTest, OnOneHostItIsMarkedAlone) {
  EXPECT_EQ(write({record(Reach::Host, 1, 5e6, 2000)}), "") << "no prediction needs it";
  EXPECT_EQ(formats::read_profile_network(profile_).doubt, "a latency of 5e+06 us inside hosts");
}

TEST_F(KnownNetworkTest, TheMeasurementsOfTheStoreAreJoined) {
  for (const double microseconds : {100.0, 110.0, 684.0, 120.0}) {
    write({record(Reach::Host, 1, 50, 2000), record(Reach::Network, 2, microseconds, 12)});
    EXPECT_TRUE(keeps());
  }
  const std::vector<formats::ProfiledPair> pairs = joined_pairs(*store::newest_network(store_));
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_DOUBLE_EQ(pairs[1].latency, 110e-6);
}

}  // namespace
}  // namespace topomorph::engine
