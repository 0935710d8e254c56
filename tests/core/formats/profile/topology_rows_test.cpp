// The virtual topologies in a profile: of all processes together, incomplete, of older files, and damaged.
#include "core/formats/profile/topology_rows.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include "core/base/error.h"
#include "core/formats/profile/reader.h"
#include "core/formats/profile/writer.h"
#include "core/wire/declared.h"
#include "tests/temporary_folder.h"

namespace topomorph::formats {
namespace {

class TopologyRowsTest : public ::testing::Test {
 protected:
  /// Writes the profile of a job of four, of which each process has told `declared` of its rank.
  void write(const std::vector<std::string>& declared, const std::string& groups = "0-3\n0,2\n") {
    ProfileWriter writer(path_);
    wire::Buffer bytes;
    wire::append_text(bytes, wire::FrameType::Meta, "ranks=4\n");
    for (std::size_t rank = 0; rank < declared.size(); ++rank) {
      const wire::KeyValues process = {{"rank", std::to_string(rank)}, {wire::kDeclaredKey, declared[rank]}};
      wire::append_text(bytes, wire::FrameType::Process, wire::encode(process));
      wire::append_text(bytes, wire::FrameType::Groups, groups);
    }
    wire::FrameReader reader(bytes);
    while (const auto frame = reader.next()) writer.add(*frame);
    writer.commit();
  }

  void change(const std::string& sql) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
    sqlite3_close(database);
  }

  /// A ring of all, and a pair of the ranks 0 and 2 that rank 2 has described in part.
  void write_two() {
    write({"Cart_create 4|0|9|1 3;Graph_create of 2 processes|1|2|2*5", "Cart_create 4|0|9|0 2",
           "Cart_create 4|0|9|1 3;Graph_create of 2 processes|1|2|-", "Cart_create 4|0|9|0 2"});
  }

  const tests::TemporaryFolder temporary_;
  const std::string path_ = (temporary_.path() / "app.tmprof").string();
};

TEST_F(TopologyRowsTest, AreOfTheWholeJob) {
  write_two();
  const ProfiledTopologies read = read_profile_topologies(path_, 8);
  EXPECT_EQ(read.kinds, 2U);
  ASSERT_EQ(read.list.size(), 2U);
  const ProfiledTopology& ring = read.list[0];
  EXPECT_EQ(ring.call, "Cart_create 4");
  EXPECT_EQ(ring.members, (std::vector<std::uint64_t>{0, 1, 2, 3}));
  EXPECT_EQ(ring.calls, 9U);
  EXPECT_TRUE(ring.complete);
  EXPECT_EQ(ring.edges.size(), 8U);
  const ProfiledTopology& pair = read.list[1];
  EXPECT_EQ(pair.members, (std::vector<std::uint64_t>{0, 2}));
  EXPECT_FALSE(pair.complete);
  EXPECT_TRUE(pair.edges.empty());
}

TEST_F(TopologyRowsTest, EdgesAreBetweenPlacesAmongTheMembers) {
  write({"Graph_create of 2 processes|1|2|2*5", "", "Graph_create of 2 processes|1|2|0", ""});
  const ProfiledTopologies read = read_profile_topologies(path_, 8);
  ASSERT_EQ(read.list.size(), 1U);
  ASSERT_EQ(read.list[0].edges.size(), 2U);
  EXPECT_EQ(read.list[0].edges[0].source, 0U);
  EXPECT_EQ(read.list[0].edges[0].destination, 1U);
  EXPECT_EQ(read.list[0].edges[0].bytes, 5U);
}

TEST_F(TopologyRowsTest, TheLargestAreRead) {
  write_two();
  const ProfiledTopologies read = read_profile_topologies(path_, 1);
  EXPECT_EQ(read.kinds, 2U);
  ASSERT_EQ(read.list.size(), 1U);
  EXPECT_EQ(read.list[0].members.size(), 4U);
}

TEST_F(TopologyRowsTest, WhatARecordSaysWronglyIsLeftOut) {
  write({"nonsense", "Cart_create 4|9|1|0;Graph_create of 2 processes|1|1|0",
         "Graph_create of 2 processes|1|18446744073709551615|0*18446744073709551615",
         "Graph_create of 2 processes|1|1|0"});
  const ProfiledTopologies read = read_profile_topologies(path_, 8);
  ASSERT_EQ(read.list.size(), 1U) << "the one whose group is there";
  EXPECT_FALSE(read.list[0].complete) << "of its members, rank 2 alone has told of it";
  write({"Graph_create of 2 processes|1|1|1 2 77", "", "Graph_create of 2 processes|1|1|0 3", ""});
  EXPECT_EQ(read_profile_topologies(path_, 8).list.at(0).edges.size(), 2U) << "those to members";
}

TEST_F(TopologyRowsTest, WhatIsWrittenCanBeReadHoweverMuchThereIs) {
  std::string much;
  for (int i = 0; i < 70000; ++i) much += fmt::format("{}graph {}|0|1|-", i == 0 ? "" : ";", i);
  write({much, "", "", ""});
  const ProfiledTopologies read = read_profile_topologies(path_, 8);
  EXPECT_EQ(read.kinds, 65536U);
  EXPECT_EQ(read.list.size(), 8U);
}

TEST_F(TopologyRowsTest, OlderProfilesHaveNone) {
  write({"", "", "", ""});
  EXPECT_EQ(read_profile_topologies(path_, 8).kinds, 0U);
  change("DROP TABLE topologies; DROP TABLE topology_edges");
  EXPECT_EQ(read_profile_topologies(path_, 8).kinds, 0U);
}

TEST_F(TopologyRowsTest, DamagedRowsAreRefused) {
  for (const char* sql : {"UPDATE topologies SET members = '0-4'", "UPDATE topologies SET members = 'x'",
                          "UPDATE topologies SET calls = -1", "UPDATE topology_edges SET destination = 4",
                          "UPDATE topology_edges SET weight = 4294967296"}) {
    write_two();
    change(sql);
    EXPECT_THROW(read_profile_topologies(path_, 8), InputError) << sql;
  }
}

}  // namespace
}  // namespace topomorph::formats
