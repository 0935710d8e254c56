// Tests networks with machines in their places, also from a folder.
#include "core/topology/network_of_machines.h"

#include "core/model/routing.h"
#include "core/model/tree.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"
#include "tests/core/topology/machine_text.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using testing::machine;

class OneLink final : public Routing {
 public:
  std::uint64_t links() const override { return 1; }
  std::string name(Link) const override { return "the link"; }
  double bandwidth(Link) const override { return 1; }
  void route(Slot a, Slot b, std::vector<Link>& path) const override {
    if (a > 2 || b > 2) throw InputError("places are below 3");
    if (a != b) path.push_back(0);
  }
};

GivenTopology three_hosts() {
  GivenTopology network = read_topology("tree:3@5");
  network.hosts = {{"a1", "b2.cluster.org", "c3"}, {0, 1, 2, 3}};
  network.routing = std::make_shared<OneLink>();
  return network;
}

TEST(NetworkOfMachines, HasTheHostsOfTheNetwork) {
  const GivenTopology whole = compose_given(three_hosts(), read_topology("tree:4:2"));
  EXPECT_THAT(whole.hosts.names, ElementsAre("a1", "b2.cluster.org", "c3"));
  EXPECT_THAT(whole.hosts.begin, ElementsAre(0, 8, 16, 24));
  std::vector<Link> path;
  whole.routing->route(0, 7, path);
  EXPECT_THAT(path, IsEmpty());  // inside a host
  whole.routing->route(7, 8, path);
  EXPECT_THAT(path, ElementsAre(0));
}

TEST(NetworkOfMachines, AFolderGivesEachHostItsOwn) {
  const testing::TemporaryFolder folder;
  folder.write("a1.xml", machine(2, 4));
  folder.write("b2.xml", machine(1, 3));  // found without its domain
  folder.write("c3.xml", machine(2, 2));
  const GivenTopology whole = compose_from_folder(three_hosts(), folder.path().string());
  EXPECT_THAT(whole.hosts.begin, ElementsAre(0, 8, 11, 15));
  EXPECT_THAT(whole.notes, IsEmpty());
  EXPECT_EQ(whole.topology->distance(0, 1), 2U);  // a package
  EXPECT_EQ(whole.topology->distance(0, 4), 4U);  // a1
  EXPECT_EQ(whole.topology->distance(8, 9), 4U);  // b2: one package, which counts as the machine
  EXPECT_EQ(whole.topology->distance(11, 12), 2U);
  EXPECT_EQ(whole.topology->distance(0, 8), 65U);  // 13 times 5: at least 16 times the 4 inside a host
  EXPECT_NE(dynamic_cast<const TreeTopology*>(whole.topology.get()), nullptr);
}

TEST(NetworkOfMachines, HostsWithoutFileAreTakenForTheCommonest) {
  const testing::TemporaryFolder folder;
  folder.write("a1.xml", machine(2, 4));
  const GivenTopology whole = compose_from_folder(three_hosts(), folder.path().string());
  EXPECT_EQ(whole.topology->slots(), 24U);
  ASSERT_EQ(whole.notes.size(), 1U);
  EXPECT_THAT(whole.notes[0],
              HasSubstr("has no file for b2.cluster.org, c3; taken for the commonest machine, a tree of "
                        "2 Packages x 4 slots"));
}

TEST(MachineKinds, LevelsOfOneNameAreOneLevel) {
  const TreeTopology caches({{"L3Cache", 2, {0, 2, 4}}, {"Machine", 4, {0, 4}}});
  const TreeTopology packages({{"Package", 2, {0, 2, 4}}, {"Machine", 4, {0, 4}}});
  MachineKinds kinds;
  EXPECT_EQ(kinds.add(caches), 0U);
  EXPECT_EQ(kinds.add(packages), 1U);
  EXPECT_EQ(kinds.add(packages), 1U);
  EXPECT_EQ(kinds.commonest(), 1U);
  const auto aligned = kinds.aligned();
  ASSERT_EQ(aligned.size(), 2U);
  EXPECT_EQ(aligned[0]->distance(0, 1), 2U);
  EXPECT_EQ(aligned[1]->distance(0, 1), 4U) << "packages are around caches, whichever machine came first";
  EXPECT_EQ(aligned[0]->distance(0, 2), 6U);
  EXPECT_EQ(aligned[1]->distance(0, 2), 6U);
}

TEST(NetworkOfMachines, AFolderNeedsNamesAndFiles) {
  const testing::TemporaryFolder folder;
  EXPECT_INPUT_ERROR(compose_from_folder(three_hosts(), folder.path().string()),
                     "found no file of a host, expected e.g. a1.xml");
  folder.write("a1.xml", "nonsense");
  EXPECT_INPUT_ERROR(compose_from_folder(three_hosts(), folder.path().string()), "a1.xml: ");
  folder.write("c3.xml", machine(2, 2));
  const GivenTopology whole = compose_from_folder(three_hosts(), folder.path().string());
  EXPECT_EQ(whole.skipped_places, 1U) << "one host of three";
  ASSERT_EQ(whole.notes.size(), 2U);
  EXPECT_THAT(whole.notes[0], HasSubstr("a1 counts as a host without a file"));
  EXPECT_THAT(whole.notes[1], HasSubstr("has no file for a1, b2.cluster.org;"));
  EXPECT_INPUT_ERROR(parse_topology("torus:2x2+hwloc:" + folder.path().string()),
                     "expected a network that names its hosts (torus of 2 x 2 does not)");
}

TEST(NetworkOfMachines, SpeedsInsideMachinesAndOfTheirPlacesMultiply) {
  EXPECT_THAT(read_topology("tree:3+cmpltw:1,2").speeds, ElementsAre(1, 2, 1, 2, 1, 2));
  EXPECT_THAT(read_topology("torus:2x2+cmpltw:1,9").speeds, ElementsAre(1, 9, 1, 9, 1, 9, 1, 9));
  EXPECT_THAT(read_topology("cmpltw:1,3+tree:2").speeds, ElementsAre(1, 1, 3, 3));
  EXPECT_THAT(read_topology("cmpltw:1,3+cmpltw:1,2").speeds, ElementsAre(1, 2, 3, 6));
  EXPECT_THAT(read_topology("tree:2+tree:2").speeds, IsEmpty());
  EXPECT_INPUT_ERROR(read_topology("cmpltw:1,9223372036854775807+cmpltw:1,3"), "expected a product below 2^64");
}

TEST(NetworkOfMachines, TheMachinesAreTheHosts) {
  for (const char* two_kinds : {"tree:4+tree:2:host:2:2", "tree:2:2:host:2+tree:2", "torus:2x2+tree:2:host:2:2"}) {
    EXPECT_INPUT_ERROR(read_topology(two_kinds), "expected none: in NETWORK+MACHINE each machine is a host")
        << two_kinds;
  }
  EXPECT_THAT(read_topology("tree:4+tree:2:2:host").hosts.begin, ElementsAre(0, 4, 8, 12, 16)) << "the root says so";
}

}  // namespace
}  // namespace topomorph::topology
