// Measured networks in the store: found by hosts, refreshed by age, bounded, and no program is needed for them.
#include "core/store/networks.h"

#include <chrono>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "core/store/store.h"
#include "tests/core/testing.h"

namespace topomorph::store {
namespace {

namespace fs = std::filesystem;

using formats::ProfiledPair;

const std::string kLongAgo = "2001-01-01T00:00:00Z", kAlways = "9999-01-01T00:00:00Z";

class NetworksTest : public ::testing::Test {
 protected:
  NetworksTest() { Store(path_).prepare(); }

  void add(const Fabric& fabric, const std::string& date, double bandwidth = 1e8) const {
    std::vector<ProfiledPair> pairs;
    if (bandwidth > 0) pairs.push_back({wire::Reach::Network, 0, 0, 5e-5, bandwidth, 65536, 1e9, 7e-6, 13e-6, 0.1});
    add_network(path_, fabric, {date, pairs});
  }
  void add_enough(const Fabric& fabric, const std::string& date) const {
    for (std::ptrdiff_t i = 0; i < kEnoughMeasurements; ++i) add(fabric, date);
  }
  /// Returns the bandwidth of the newest measurement of what is found; 0: nothing.
  double found(const Fabric& job) const {
    const KnownNetwork known = find_network(path_, job);
    return known.name.empty() ? 0 : read_network(path_, known.name).used().at(0).at(0).bandwidth;
  }
  bool is_settled(const Fabric& job) const { return find_network(path_, job).is_settled; }
  std::string file_of(const Fabric& fabric) const { return path_ + "/networks/" + fabric.name() + ".network"; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path_ + "/networks"), {}));
  }

  testing::TemporaryFolder folder_;
  std::string path_ = folder_.file("store");
  Fabric four_{{"n0", "n1", "n2", "n3"}, "Open MPI v4.1.4"}, two_{{"n1", "n2"}, "Open MPI v4.1.4"},
      others_{{"n1", "n9"}, "Open MPI v4.1.4"}, other_library_{{"n1", "n2"}, "MPICH 4.0.2"};
};

TEST_F(NetworksTest, WhatIsWrittenIsRead) {
  const ProfiledPair pair{wire::Reach::Switch, 0, 0, 1.0 / 3e5, 1e9 / 7, 0, 0, 7e-6, 0, 0.25};
  add_network(path_, four_, {kAlways, {pair, pair}});
  const StoredNetwork network = read_network(path_, four_.name());
  ASSERT_EQ(network.measurements.size(), 1U);
  const NetworkMeasurement& read = network.newest();
  EXPECT_EQ(network.fabric.hosts, four_.hosts);
  EXPECT_EQ(network.fabric.mpi, four_.mpi);
  EXPECT_EQ(read.date, kAlways);
  ASSERT_EQ(read.pairs.size(), 2U);
  EXPECT_EQ(read.pairs[1].reach, wire::Reach::Switch);
  EXPECT_EQ(read.pairs[1].latency, pair.latency);
  EXPECT_EQ(read.pairs[1].bandwidth, pair.bandwidth);
  EXPECT_EQ(read.pairs[1].burst_bytes, 0);
  EXPECT_EQ(read.pairs[1].send, pair.send);
  EXPECT_EQ(read.pairs[1].receive, 0);
  EXPECT_EQ(read.pairs[1].waiting, pair.waiting);
  EXPECT_TRUE(Store(path_).names().empty()) << "it is no case";
}

TEST_F(NetworksTest, AStoreWithoutNetworksKnowsNone) {
  EXPECT_EQ(found(two_), 0);
  EXPECT_FALSE(is_settled(two_));
  EXPECT_FALSE(newest_network(path_));
  EXPECT_INPUT_ERROR(read_network(path_, two_.name()), two_.name());
}

TEST_F(NetworksTest, HostsAmongThoseThatWereMeasuredNeedNoMeasurement) {
  add_enough(four_, kAlways);
  EXPECT_EQ(found(four_), 1e8);
  EXPECT_EQ(found(two_), 1e8);
  EXPECT_TRUE(is_settled(four_) && is_settled(two_));
}

TEST_F(NetworksTest, OtherHostsAreUsedUntilTheirOwnAreMeasured) {
  add_enough(two_, kAlways);
  EXPECT_EQ(found(others_), 1e8);
  EXPECT_FALSE(is_settled(others_));
  add(others_, kLongAgo, 2e8);
  EXPECT_EQ(found(others_), 2e8) << "its own, though older";
  EXPECT_FALSE(is_settled(others_)) << "too old";
  EXPECT_TRUE(is_settled(two_));
}

TEST_F(NetworksTest, TheNewestCounts) {
  add(four_, kLongAgo, 1e8);
  add(two_, kAlways, 2e8);
  EXPECT_EQ(found(two_), 2e8);
  EXPECT_EQ(newest_network(path_)->newest().pairs.at(0).bandwidth, 2e8);
  add(two_, kAlways, 3e8);
  EXPECT_EQ(found(two_), 3e8) << "it is added to those of the same hosts";
  EXPECT_EQ(files(), 2U);
}

TEST_F(NetworksTest, AnotherLibraryHasAnotherNetwork) {
  add_enough(two_, kAlways);
  EXPECT_EQ(found(other_library_), 0);
  EXPECT_FALSE(is_settled(other_library_));
}

TEST_F(NetworksTest, FewMeasurementsAreNotEnough) {
  add(two_, kAlways, 1e8);
  add(two_, kAlways, 2e8);
  EXPECT_EQ(found(two_), 2e8);
  EXPECT_FALSE(is_settled(two_));
  add(two_, kAlways, 3e8);
  EXPECT_TRUE(is_settled(two_));
  EXPECT_EQ(read_network(path_, two_.name()).used().size(), 3U);
}

TEST_F(NetworksTest, TheNewestMeasurementsAreKept) {
  for (std::size_t i = 1; i <= kMostMeasurements + 2; ++i) add(two_, kAlways, 1e8 * static_cast<double>(i));
  const StoredNetwork network = read_network(path_, two_.name());
  ASSERT_EQ(network.measurements.size(), kMostMeasurements);
  EXPECT_EQ(network.newest().pairs.at(0).bandwidth, 7e8);
  EXPECT_EQ(network.measurements.back().pairs.at(0).bandwidth, 3e8);
}

TEST_F(NetworksTest, OldMeasurementsCountOnlyIfThereIsNoOther) {
  add(two_, kLongAgo, 1e8);
  EXPECT_EQ(found(two_), 1e8);
  add(two_, kAlways, 2e8);
  const StoredNetwork network = read_network(path_, two_.name());
  EXPECT_EQ(network.measurements.size(), 1U);
  EXPECT_EQ(network.used().at(0).at(0).bandwidth, 2e8);
}

TEST_F(NetworksTest, AFailureLeavesTheEarlierMeasurements) {
  add(two_, kAlways, 1e8);
  add(two_, kAlways, 0);
  EXPECT_EQ(found(two_), 1e8);
  EXPECT_TRUE(is_settled(two_)) << "not again soon";
  add(two_, kAlways, 2e8);
  EXPECT_EQ(read_network(path_, two_.name()).measurements.size(), 2U) << "without the failure";
}

TEST_F(NetworksTest, AFileOfOneMeasurementIsRead) {
  add(two_, kAlways);
  std::ofstream(file_of(two_)) << "format_version=1\ndate=9999-01-01T00:00:00Z\nhosts=n1\\nn2\nmpi=" << two_.mpi
                               << "\npair0=network 5e-05 3e+08 0 0 1e-06 1e-06 0\n";
  EXPECT_EQ(found(two_), 3e8);
  EXPECT_FALSE(is_settled(two_));
  add(two_, kAlways, 4e8);
  EXPECT_EQ(read_network(path_, two_.name()).used().size(), 2U);
}

/// Another member of the store's group may have written any number of them.
TEST_F(NetworksTest, NoMoreMeasurementsAreReadThanAreKept) {
  add(two_, kAlways);
  std::ofstream file(file_of(two_), std::ios::app);
  for (std::size_t i = 1; i < 100; ++i)
    file << fmt::format("earlier{0}_date=9999\nearlier{0}_pair0=network 5e-05 1e+08 0 0 0 0 0\n", i);
  file.close();
  EXPECT_EQ(read_network(path_, two_.name()).measurements.size(), kMostMeasurements);
}

TEST_F(NetworksTest, AFailedMeasurementIsNotRepeatedSoon) {
  add(two_, kAlways, 0);
  EXPECT_EQ(found(two_), 0);
  EXPECT_TRUE(is_settled(two_));
  add(two_, kLongAgo, 0);
  EXPECT_FALSE(is_settled(two_));
}

TEST_F(NetworksTest, DamagedFilesArePassedOverAndReplaced) {
  for (const char* text : {"garbage", "format_version=1\ndate=2026\nmpi=x\n",
                           "format_version=1\ndate=2026\nhosts=a\npair0=network 0 1 0 0 1 1 0\n",
                           "format_version=1\ndate=2026\nhosts=a\npair0=moon 1 1 0 0 1 1 0\n",
                           "format_version=1\ndate=2026\nhosts=a\npair0=network 1 1 0 0 1 1\n",
                           "format_version=1\ndate=2026\nhosts=a\nearlier1_date=1\nearlier1_pair0=moon\n"}) {
    add(two_, kAlways);
    const std::string file = path_ + "/networks/" + two_.name() + ".network";
    std::ofstream(file) << text;
    EXPECT_EQ(found(two_), 0) << text;
    EXPECT_EQ(testing::read_file(file), text) << "who reads removes nothing";
    EXPECT_FALSE(is_settled(two_)) << "it is measured again";
    add(two_, kAlways);
    EXPECT_EQ(found(two_), 1e8) << text;
  }
}

/// Members of a store's group may have made any number of them, and each job looks.
TEST_F(NetworksTest, NoMoreFilesAreTriedThanAStoreKeeps) {
  add(two_, kAlways);
  const std::string folder = path_ + "/networks/";
  for (std::size_t i = 1; i < kMostNetworks; ++i)
    std::ofstream(fmt::format("{}{:016x}.network", folder, i)) << "garbage";
  EXPECT_TRUE(newest_network(path_)) << "behind as many as are passed over";
  std::ofstream(fmt::format("{}{:016x}.network", folder, 0)) << "garbage";
  EXPECT_FALSE(newest_network(path_));
  EXPECT_EQ(found(two_), 1e8) << "its own file needs no search";
}

TEST_F(NetworksTest, OfALaterVersionTheyStay) {
  add(two_, kAlways);
  std::ofstream(path_ + "/networks/" + two_.name() + ".network") << "format_version=9\n";
  EXPECT_EQ(found(two_), 0);
  EXPECT_EQ(files(), 1U);
}

TEST_F(NetworksTest, TheOldestFilesGoFirst) {
  add(two_, kAlways);
  const std::string leftover = path_ + "/networks/" + two_.name() + ".network.abc123";
  std::ofstream{leftover} << "of a killed job";
  const auto hour = std::chrono::hours(1);
  for (const fs::directory_entry& entry : fs::directory_iterator(path_ + "/networks"))
    fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - hour);
  for (std::size_t i = 0; i < kMostNetworks; ++i) add({{"a", "b" + std::to_string(i)}, "MPI"}, kAlways);
  EXPECT_EQ(files(), kMostNetworks);
  EXPECT_FALSE(fs::exists(leftover));
  EXPECT_EQ(found(two_), 0);
  EXPECT_GT(found({{"a", "b0"}, "MPI"}), 0);
}

TEST_F(NetworksTest, AllCanBeForgotten) {
  EXPECT_EQ(forget_networks(path_), 0);
  add(two_, kAlways);
  EXPECT_EQ(forget_networks(path_), 1);
  EXPECT_EQ(found(two_), 0);
  EXPECT_FALSE(fs::exists(path_ + "/networks"));
}

}  // namespace
}  // namespace topomorph::store
