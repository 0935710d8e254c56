// Tests netloc's files of nodes.
#include "core/topology/sources/infiniband/infiniband.h"
#include "tests/core/testing.h"

namespace topomorph::topology::infiniband {

namespace {

/// Two switches with two cables between them; descriptions contain commas and quotes.
constexpr const char* kNodesFile =
    "1\nfe80:0000:0000:0000\n../hwloc\n5\n"
    "0001:0000:0000:0001,5,1,0:1,'odd, switch's name' ,\n"
    "0001:0000:0000:0002,6,1,1,'leaf' ,leaf\n"
    "0002:0000:0000:0001,7,0,0,'a1 HCA-1',a1\n"
    "0002:0000:0000:0002,8,0,1,'b1 HCA-1',b1\n"
    "0002:0000:0000:0003,9,0,,'c1 HCA-1',c1\n"
    "0001:0000:0000:0001,0001:0000:0000:0002,16.0,0,2,0,3,1,4x,QDR,8.0,'odd, switch's name' - 'leaf' ,2,0"
    ",1,4,2,4x,QDR,8.0,'odd, switch's name' - 'leaf' ,3,0,0002:0000:0000:0001,8.0,0,1,6,1,1,4x,QDR,8.0,'x' ,7,0\n"
    "0001:0000:0000:0002,0001:0000:0000:0001,16.0,0,2,2,1,3,4x,QDR,8.0,'x' ,0,0,3,2,4,4x,QDR,8.0,'x' ,1,0"
    ",0002:0000:0000:0002,8.0,1,1,8,5,1,4x,QDR,8.0,'x' ,9,1,0002:0000:0000:0003,8.0,,1,10,6,1,4x,QDR,8.0,'x' ,11,\n"
    "0002:0000:0000:0001,0001:0000:0000:0001,8.0,0,1,7,1,1,4x,QDR,8.0,'x' ,6,0\n"
    "0002:0000:0000:0002,0001:0000:0000:0002,8.0,1,1,9,1,5,4x,QDR,8.0,'x' ,8,1\n"
    "0002:0000:0000:0003,0001:0000:0000:0002,8.0,,1,11,1,6,4x,QDR,8.0,'x' ,10,\n"
    "first,second\n"
    "0002:0000:0000:0001,0002:0000:0000:0002,7,1,8\n"
    "0002:0000:0000:0002,0002:0000:0000:0001,9,2,6\n";

}  // namespace

class NetlocNodes : public ::testing::Test {
 protected:
  const testing::TemporaryFolder folder_;
  const std::string path_ = folder_.write("IB-nodes.txt", kNodesFile);
};

TEST_F(NetlocNodes, SwitchesHostsAndCables) {
  const GivenTopology given = read_infiniband(path_);
  EXPECT_EQ(given.hosts.names, (std::vector<std::string>{"a1", "c1", "b1"}));
  EXPECT_EQ(given.topology->distance(0, 1), 3u);
  EXPECT_EQ(given.topology->distance(1, 2), 2u);
}

TEST_F(NetlocNodes, PathsAreRoutes) {
  const GivenTopology given = read_infiniband(path_);
  std::vector<Link> links;
  given.routing->route(0, 2, links);
  ASSERT_EQ(links.size(), 3u);
  EXPECT_EQ(given.routing->name(links[1]), "odd, switch's name -> leaf (2 cables)");
  EXPECT_DOUBLE_EQ(given.routing->bandwidth(links[1]), 64);
}

TEST_F(NetlocNodes, CutOffInItsPaths) {
  const std::string all = kNodesFile;
  const GivenTopology given = read_infiniband(folder_.write("cut.txt", all.substr(0, all.size() - 2)));
  EXPECT_EQ(given.skipped_places, 1u);
  EXPECT_THAT(given.notes.at(0),
              ::testing::HasSubstr("cut.txt:17: found a piece of a line: this path and all behind it"));
  EXPECT_EQ(read_infiniband(folder_.write("blank.txt", all + " \t\r\n\n")).skipped_places, 0u);
}

TEST_F(NetlocNodes, PartitionsAreThoseOfTheFile) {
  EXPECT_EQ(read_infiniband(path_ + "#second").hosts.names, std::vector<std::string>{"b1"});
  EXPECT_EQ(read_infiniband(path_ + "#c").hosts.names,
            std::vector<std::string>{"c1"});  // the file lists no partition of this host
  EXPECT_INPUT_ERROR(read_infiniband(path_ + "#third"), "found none of the hosts");
}

}  // namespace topomorph::topology::infiniband
