// Tests the declared groups of a job's hosts in a given topology.
#include "core/topology/sources/measured/declared_groups.h"

#include <fmt/format.h>

#include "core/topology/spec.h"
#include "tests/core/testing.h"
#include "tests/core/topology/lists.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Returns a network of 8 named hosts in 4 pairs in 2 halves.
GivenTopology network_of_pairs() {
  GivenTopology given = read_topology("tree:2:2:2");
  for (int i = 0; i < 8; ++i) given.hosts.names.push_back(fmt::format("n{}", i));
  given.hosts.begin = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  return given;
}

TEST(DeclaredGroups, AreThoseOfTheHostsOfTheJob) {
  Names notes;
  const Names hosts = {"n0", "n1", "n4", "n6"};
  const DeclaredGroups declared = declared_groups(network_of_pairs(), hosts, "net", notes);
  EXPECT_THAT(declared.levels, ElementsAre(Partition{0, 0, 1, 2}, Partition{0, 0, 1, 1}));
  EXPECT_EQ(declared.source, "net");
  EXPECT_THAT(notes, IsEmpty());
}

TEST(DeclaredGroups, LevelsThatDoNotDivideTheJobSayNothing) {
  Names notes;
  EXPECT_THAT(declared_groups(network_of_pairs(), Names{"n0", "n1"}, "net", notes).levels, IsEmpty());
  EXPECT_THAT(declared_groups(network_of_pairs(), Names{"n0", "n2", "n4", "n6"}, "net", notes).levels,
              ElementsAre(Partition{0, 0, 1, 1}));
}

TEST(DeclaredGroups, HostsThatAreNotNamedAreAlone) {
  Names notes;
  EXPECT_THAT(declared_groups(network_of_pairs(), Names{"n0", "x", "n1"}, "net", notes).levels,
              ElementsAre(Partition{0, 1, 0}));
  EXPECT_THAT(notes, ElementsAre("x is measured and not declared (net)"));
}

TEST(DeclaredGroups, WithoutNamesSlotsAreHosts) {
  Names notes;
  EXPECT_THAT(declared_groups(read_topology("tree:2:2"), Names{"a", "b", "c", "d"}, "tree:2:2", notes).levels,
              ElementsAre(Partition{0, 0, 1, 1}));
  EXPECT_INPUT_ERROR(declared_groups(read_topology("tree:2:3"), Names{"a", "b"}, "tree:2:3", notes),
                     "tree:2:3: found 6 slots without names of hosts, expected one for each of the 2 hosts");
}

TEST(DeclaredGroups, MustBeATree) {
  Names notes;
  EXPECT_INPUT_ERROR(declared_groups(read_topology("torus:2x2"), Names{"a", "b", "c", "d"}, "torus:2x2", notes),
                     "torus:2x2: found ");
}

}  // namespace
}  // namespace topomorph::topology
