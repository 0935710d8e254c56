// Tests the order in which Slurm gives tasks to hosts.
#include "core/topology/sources/slurm/task_order.h"

#include "core/base/successive.h"
#include "core/topology/sources/slurm/slurm_file.h"
#include "core/topology/sources/slurm/tori.h"
#include "tests/core/testing.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

/// Names of the hosts in the order of tasks; of all hosts if none are listed.
std::vector<std::string> order_of(const GivenTopology& given, const std::vector<std::string>& job = {}) {
  std::vector<std::size_t> hosts;
  for (std::size_t h = 0; h < given.hosts.names.size(); ++h) {
    const bool listed = std::find(job.begin(), job.end(), given.hosts.names[h]) != job.end();
    if (job.empty() || listed) hosts.push_back(h);
  }
  std::vector<std::string> names;
  for (const std::size_t h : slurm_task_order(*given.slurm, hosts)) names.push_back(given.hosts.names[h]);
  return names;
}

GivenTopology conf(const std::string& text) {
  const testing::TemporaryFolder folder;
  return read_slurm_topology(folder.write("topology.conf", text));
}

GivenTopology hosts_in_ring(int size) {
  std::vector<std::string> names;
  for (int i = 0; i < size; ++i) names.push_back("n" + std::to_string(i));
  return network_of_tori("f", {ring_of("r", names, 1)}, "ring");
}

/// A torus whose hosts are called by their coordinates, as "120".
GivenTopology torus_of(const GridCell& size) {
  TorusRecord torus{"t", size, {}, {true, true, true}, 1};
  std::vector<std::string> names;
  for (std::uint64_t z = 0; z < size[2]; ++z) {
    for (std::uint64_t y = 0; y < size[1]; ++y) {
      for (std::uint64_t x = 0; x < size[0]; ++x) {
        names.push_back(std::to_string(x) + std::to_string(y) + std::to_string(z));
      }
    }
  }
  torus.hosts = hosts_of_box(names, {0, 0, 0}, size, 1);
  return network_of_tori("f", {torus}, "torus3d");
}

TEST(SlurmTaskOrder, LeafSwitchesAsTheFileListsThem) {
  const GivenTopology given =
      conf("SwitchName=top Switches=b,a\nSwitchName=a Nodes=x[1-2]\nSwitchName=b Nodes=y[1-2]\n");
  EXPECT_THAT(given.hosts.names, ElementsAre("y1", "y2", "x1", "x2")) << "the tree has another order";
  EXPECT_THAT(order_of(given), ElementsAre("x1", "x2", "y1", "y2"));
  EXPECT_THAT(order_of(given, {"y2", "x2"}), ElementsAre("x2", "y2"));
}

TEST(SlurmTaskOrder, BlocksAsTheFileListsThem) {
  const GivenTopology given = conf("BlockName=b Nodes=n[3-4]\nBlockName=a Nodes=n[1-2]\n");
  EXPECT_THAT(order_of(given), ElementsAre("n3", "n4", "n1", "n2"));
}

TEST(SlurmTaskOrder, ARingFromTheBeginOfTheSegment) {
  const GivenTopology ring = hosts_in_ring(8);
  EXPECT_THAT(order_of(ring, {"n2", "n3", "n4"}), ElementsAre("n2", "n3", "n4"));
  EXPECT_THAT(order_of(ring, {"n0", "n1", "n6", "n7"}), ElementsAre("n6", "n7", "n0", "n1"));
  EXPECT_THAT(order_of(ring), ElementsAre("n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7"));
}

TEST(SlurmTaskOrder, ASegmentThatDoesNotReachBothEndsBeginsAtZero) {
  const GivenTopology ring = hosts_in_ring(8);
  EXPECT_THAT(order_of(ring, {"n1", "n5", "n7"}), ElementsAre("n1", "n5", "n7"));
  EXPECT_THAT(order_of(ring, {"n0", "n1", "n4"}), ElementsAre("n0", "n1", "n4"));
}

TEST(SlurmTaskOrder, EachRingHasASizeOfItsOwn) {
  const std::vector<std::string> five = {"a0", "a1", "a2", "a3", "a4"},
                                 eight = {"b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7"};
  const GivenTopology rings = network_of_tori("f", {ring_of("r", five, 1), ring_of("s", eight, 2)}, "ring");
  EXPECT_THAT(order_of(rings, {"a0", "a4", "b0", "b4", "b6", "b7"}), ElementsAre("a4", "a0", "b4", "b6", "b7", "b0"));
  EXPECT_THAT(order_of(rings, {"a0", "a3", "b0", "b6", "b7"}), ElementsAre("a0", "a3", "b6", "b7", "b0"));
}

TEST(SlurmTaskOrder, ATorusAlongMortonsCurve) {
  EXPECT_THAT(order_of(torus_of({4, 2, 2})),
              ElementsAreArray({"000", "100", "010", "110", "001", "101", "011", "111",  //
                                "200", "300", "210", "310", "201", "301", "211", "311"}));
}

TEST(SlurmTaskOrder, ABoxAcrossTheEndOfATorusStartsAtItsCorner) {
  const GivenTopology torus = torus_of({4, 4, 1});
  EXPECT_THAT(order_of(torus, {"000", "300", "010", "310"}), ElementsAre("300", "000", "310", "010"));
  EXPECT_THAT(order_of(torus, {"030", "000", "130", "100"}), ElementsAre("030", "130", "000", "100"));
}

TEST(SlurmTaskOrder, AGapOneLongerThanTheWayAroundIsNotWorthTheWayAround) {
  const GivenTopology torus = torus_of({5, 1, 1});
  EXPECT_THAT(order_of(torus, {"000", "300"}), ElementsAre("000", "300"));
  EXPECT_THAT(order_of(torus, {"000", "400"}), ElementsAre("400", "000"));
}

TEST(SlurmTaskOrder, OfEqualGapsTheFirstIsLeftOutUnlessOneIsAtTheEnd) {
  const std::vector<std::string> names = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "b"};
  TorusRecord torus{"t", {12, 1, 1}, hosts_of_box(names, {0, 0, 0}, {12, 1, 1}, 1), {true, true, true}, 1};
  const GivenTopology given = network_of_tori("f", {torus}, "torus3d");
  EXPECT_THAT(order_of(given, {"1", "5", "6", "a"}), ElementsAre("5", "6", "a", "1")) << "gaps of 3, 3 and 2";
  EXPECT_THAT(order_of(given, {"0", "2", "4", "6", "8", "a"}), ElementsAre("0", "2", "4", "6", "8", "a"));
}

TEST(SlurmTaskOrder, OfALargeTorusOnlyHighBitsCount) {
  TorusRecord torus{"t", {512, 512, 1}, {}, {true, true, true}, 1};
  torus.hosts = {{"a", {1, 0, 0}, 1}, {"b", {0, 0, 0}, 1}, {"c", {2, 0, 0}, 1}, {"d", {511, 511, 0}, 1}};
  const GivenTopology given = network_of_tori("f", {torus}, "torus3d");
  const std::vector<std::size_t> last_first = {2, 1, 0, 3};  // c, a, b, d as the torus numbers them
  EXPECT_THAT(slurm_task_order(*given.slurm, last_first), ElementsAre(1, 0, 2, 3))
      << "18 bits are two too many: x and y lose one each, so a and b are alike and keep their order";
}

TEST(SlurmTaskOrder, IsAPermutationOfTheHosts) {
  const GivenTopology torus = torus_of({3, 5, 4});
  for (std::size_t skipped = 1; skipped < 7; ++skipped) {
    std::vector<std::size_t> hosts;
    for (std::size_t h = skipped; h < 60; h += skipped) hosts.push_back(h);
    EXPECT_THAT(slurm_task_order(*torus.slurm, hosts), ::testing::UnorderedElementsAreArray(hosts));
  }
}

TEST(SlurmTaskCounts, TasksAreDealtInTurn) {
  EXPECT_THAT(slurm_task_counts({4, 4, 4}, 7), ElementsAre(3, 2, 2));
  EXPECT_THAT(slurm_task_counts({1, 4, 2}, 7), ElementsAre(1, 4, 2));
  EXPECT_THAT(slurm_task_counts({1, 4, 2}, 5), ElementsAre(1, 2, 2));
  EXPECT_THAT(slurm_task_counts({2, 2}, 0), ElementsAre(0, 0));
}

}  // namespace
}  // namespace topomorph::topology
