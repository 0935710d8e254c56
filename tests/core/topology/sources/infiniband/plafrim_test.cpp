// Tests real clusters: raw dumps of InfiniBand fabrics, netloc's files of them, and hwloc files of their hosts.
#include <cstdlib>
#include <fstream>
#include <set>

#include "core/model/tree.h"
#include "core/topology/export/export.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/sources/infiniband/infiniband.h"
#include "core/topology/sources/infiniband/resources.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"
#include "tests/core/topology/sources/infiniband/fabric_text.h"

namespace topomorph::topology::infiniband {

namespace {

using testing::tree_of;

/// Returns the unpacked archive; empty if it is missing or cannot be unpacked.
std::string unpacked(const std::string& name) {
  static const testing::TemporaryFolder folder;
  const std::string archive = testing::data_file("fabrics/" + name + ".txz");
  const std::string path = folder.file(name);
  if (archive.empty()) return "";
  if (std::filesystem::exists(path)) return path;
  const std::string command = "tar -xJf '" + archive + "' -C '" + folder.path().string() + "' 2>/dev/null";
  return std::system(command.c_str()) == 0 ? path : "";
}

std::vector<std::uint64_t> numbers(const std::string& text) {
  std::istringstream words(text.substr(text.find_first_of("0123456789")));
  return {std::istream_iterator<std::uint64_t>(words), {}};
}

std::string exported(const GivenTopology& given) {
  std::string text;
  write_scotch(given, [&](std::string_view piece) { text += piece; });
  return text;
}

std::string without_ends(std::string text) {
  text.erase(text.find_last_not_of(" \n") + 1);
  return text;
}

#define UNPACK(folder, name)                 \
  const std::string folder = unpacked(name); \
  if (folder.empty()) GTEST_SKIP() << "the third-party data (TOPOMORPH_DATA) are not here, or tar and xz are missing"

}  // namespace

TEST(Plafrim2, RawDumpsAreATreeOfFiveLeafSwitches) {
  UNPACK(folder, "plafrim2");
  const GivenTopology given = read_infiniband(folder);
  EXPECT_EQ(given.topology->describe(), "tree of 5 switches x 9-24 slots");
  EXPECT_EQ(given.topology->slots(), 96u);
  EXPECT_EQ(std::set<std::string>(given.hosts.names.begin(), given.hosts.names.end()).size(), 96u);
  ASSERT_EQ(given.notes.size(), 2u);  // one switch's table lacks 21 LIDs, mostly of its own hosts
  EXPECT_EQ(given.skipped_places, 1u);
  EXPECT_THAT(given.notes[0], ::testing::HasSubstr("-60.txt:86: found the end of a table without the last line of"));
  EXPECT_THAT(given.notes[1],
              ::testing::StartsWith("25 of 480 ways from a switch to a host are not in the forwarding"));
}

TEST(Plafrim2, TheSecondSubnetHasOneSwitchAndHostsWithoutNames) {
  UNPACK(folder, "plafrim2");
  const GivenTopology given = read_infiniband(folder + "?subnet=0001");
  EXPECT_EQ(given.topology->describe(), "tree of 23 slots");
  const auto& names = given.hosts.names;
  EXPECT_EQ(std::count_if(names.begin(), names.end(), [](const auto& name) { return name.starts_with("0x"); }), 21);
}

TEST(Plafrim2, RawDumpsAndNetlocsNodesAreTheSame) {
  UNPACK(folder, "plafrim2");
  const std::string nodes = folder + "/netloc/IB-fe80:0000:0000:0000-nodes.txt";
  for (const char* chosen : {"", "#miriel", "?hosts=miriel0[0-4]*,devel*"}) {
    const GivenTopology raw = read_infiniband(folder + chosen), read = read_infiniband(nodes + chosen);
    ASSERT_EQ(raw.hosts.names, read.hosts.names);
    std::vector<Link> of_raw, of_read;
    for (Slot a = 0; a < raw.topology->slots(); ++a) {
      const Slot b = (a * 7 + 3) % raw.topology->slots();
      EXPECT_EQ(raw.topology->distance(a, b), read.topology->distance(a, b));
      of_raw.clear(), of_read.clear();
      raw.routing->route(a, b, of_raw);
      read.routing->route(a, b, of_read);
      ASSERT_EQ(of_raw.size(), of_read.size());
      for (std::size_t i = 0; i < of_raw.size(); ++i) {
        EXPECT_EQ(raw.routing->name(of_raw[i]), read.routing->name(of_read[i]));
      }
    }
  }
}

class Plafrim2WithMachines : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = unpacked("plafrim2");
    scotch_ = unpacked("scotch");
    if (folder_.empty() || scotch_.empty()) {
      GTEST_SKIP() << "the third-party data (TOPOMORPH_DATA) are not here, or tar and xz are missing";
    }
    given_ = read_topology("ib:" + folder_ + "?hosts=miriel*+hwloc:" + folder_ + "/hwloc");
  }
  std::string folder_, scotch_;
  GivenTopology given_;
};

/// [Bordage 2017, section 4.1, figures 1b and 3]: a fat tree of four leaf switches, whose spines count as one, and the
/// trees of nodes of 24 cores in 4 NUMA nodes. The paper has 22 nodes at each switch, the recorded fabric 19 to 24.
TEST_F(Plafrim2WithMachines, LevelsAreThoseOfItsScotchArchitecture) {
  const TreeTopology& tree = tree_of(given_);
  EXPECT_EQ(tree.describe(), "tree of 4 switches x 19-24 hosts x 2 Packages x 2 L3Caches x 6 slots");
  ASSERT_EQ(tree.levels(), 5u);
  EXPECT_EQ(given_.notes.size(), 2u) << "of the routes; every host has a file";
  const std::string text = exported(given_);
  EXPECT_EQ(without_ends(text.substr(text.find("tleaf"))), without_ends(testing::read_file(scotch_ + "/arch.scotch")));
}

/// [Bordage 2017, section 3.2]: "to find the currently allocated resources and export them into a Scotch partial
/// architecture".
TEST_F(Plafrim2WithMachines, SlotsOfAJobAreItsSubArchitecture) {
  std::vector<Slot> slots = read_resources(scotch_ + "/resources.txt", given_);
  ASSERT_EQ(slots.size(), 64u);
  std::sort(slots.begin(), slots.end());
  GivenTopology job = given_;
  job.topology = std::make_shared<RestrictedTopology>(given_.topology, slots);
  EXPECT_EQ(without_ends(exported(job)), without_ends(testing::read_file(scotch_ + "/subarch.scotch")));
}

TEST_F(Plafrim2WithMachines, RanksAreWhereTheResourcesSay) {
  const std::vector<Slot> slots = read_resources(scotch_ + "/resources.txt", given_);
  const auto host = [&](std::size_t rank) {
    const auto& begin = given_.hosts.begin;
    return given_.hosts
        .names[static_cast<std::size_t>(std::upper_bound(begin.begin(), begin.end(), slots[rank]) - begin.begin() - 1)];
  };
  EXPECT_EQ(host(0), "miriel063");
  EXPECT_EQ(host(24), "miriel064");
  EXPECT_EQ(host(63), "miriel065");
  EXPECT_EQ(given_.hosts.pus[slots[1]], std::vector<std::uint32_t>{1});
  EXPECT_EQ(given_.topology->distance(slots[0], slots[1]), 13u) << "processing units 0 and 1 are in two packages";
  EXPECT_EQ(given_.topology->distance(slots[0], slots[63]), 103u);
}

TEST(Plafrim2, OfAllHostsSomeAreOtherMachines) {
  UNPACK(folder, "plafrim2");
  const GivenTopology given = read_topology("ib:" + folder + "+hwloc:" + folder + "/hwloc");
  EXPECT_EQ(tree_of(given).nodes(tree_of(given).levels() - 1), 5u);
  EXPECT_EQ(given.hosts.pus.size(), given.topology->slots());
  ASSERT_EQ(given.notes.size(), 3u);
  EXPECT_THAT(given.notes[2], ::testing::HasSubstr("has no file for bright;"));
}

/// Every table ends in an error of ibroute; 264 of the hosts' 276 files are differences by hwloc 1.
TEST(Avakas, IsReadWithWarnings) {
  UNPACK(folder, "avakas");
  const GivenTopology given = read_topology("ib:" + folder + "+hwloc:" + folder + "/hwloc");
  EXPECT_EQ(given.hosts.names.size(), 281u);
  EXPECT_EQ(given.skipped_places, 25u) << "the tables; all differences can be used";
  EXPECT_THAT(given.notes.at(0),
              ::testing::HasSubstr(":310: found \"/usr/sbin/ibroute: iberror: failed: dump tables: "));
  EXPECT_EQ(given.notes.at(5), "and 20 more such places");
}

TEST(Plafrim, IsNoTree) {
  UNPACK(folder, "plafrim");
  const GivenTopology given = read_infiniband(folder);
  EXPECT_EQ(given.topology->describe(), "network of 9 switches, 7 of them with 125 hosts");
  std::uint64_t farthest = 0;
  for (Slot a = 0; a < 125; ++a) {
    for (Slot b = 0; b < a; ++b) {
      EXPECT_EQ(given.topology->distance(a, b), given.topology->distance(b, a));
      farthest = std::max(farthest, given.topology->distance(a, b));
    }
  }
  EXPECT_EQ(farthest, 7u);
  ASSERT_EQ(given.notes.size(), 1u);
}

TEST(Plafrim, ItsLargestPartitionIsATree) {
  UNPACK(folder, "plafrim");
  const GivenTopology given = read_topology("ib:" + folder + "#fourmi+hwloc:" + folder + "/hwloc");
  EXPECT_EQ(tree_of(given).describe(), "tree of 4 switches x 14-18 hosts x 2 Packages x 4 slots");
  const std::string text = exported(given);
  EXPECT_EQ(numbers(text.substr(text.find("tleaf"))), (std::vector<std::uint64_t>{4, 4, 60, 18, 30, 2, 3, 4, 1}));
}

#undef UNPACK

}  // namespace topomorph::topology::infiniband
