// Tests the slots of a job from netloc's resource files.
#include "core/topology/sources/infiniband/resources.h"

#include "core/model/tree.h"
#include "tests/core/testing.h"

namespace topomorph::topology {

namespace {

/// Returns two hosts of four slots. Slots of "b" have two processing units each, numbered in descending order.
GivenTopology two_hosts() {
  GivenTopology given;
  const std::vector<std::uint64_t> arities = {4, 2};
  given.topology = std::make_shared<TreeTopology>(TreeTopology::regular(arities));
  given.hosts = {{"a", "b"}, {0, 4, 8}, {{0}, {1}, {2}, {3}, {3, 7}, {2, 6}, {1, 5}, {0, 4}}};
  return given;
}

std::vector<Slot> slots(const std::string& text, const GivenTopology& given = two_hosts()) {
  const testing::TemporaryFolder folder;
  return read_resources(folder.write("resources.txt", text), given);
}

}  // namespace

TEST(Resources, SlotOfEachRank) { EXPECT_EQ(slots("2 b a 2 1\n0 2 7 1\n3 0\n"), (std::vector<Slot>{3, 4, 7})); }

TEST(Resources, WithoutNumbersOfProcessingUnitsSlotsOfTheHostCount) {
  GivenTopology given = two_hosts();
  given.hosts.pus.clear();
  EXPECT_EQ(slots("1 b 2 0 1 3 0", given), (std::vector<Slot>{7, 4}));
  EXPECT_INPUT_ERROR(slots("1 b 1 4 0", given), "found slot 4, expected one of the 4 that b has");
}

TEST(Resources, MalformedFilesAreRefused) {
  EXPECT_INPUT_ERROR(slots(""), "expected a number of hosts");
  EXPECT_INPUT_ERROR(slots("3 a b c"), ":1: found \"3\", expected a number of hosts of at most 2");
  EXPECT_INPUT_ERROR(slots("1 c 1 0 0"), ":1: found \"c\", expected a host of the topology");
  EXPECT_INPUT_ERROR(slots("2 a a 1 1 0 0 1 1"), "found host a a second time");
  EXPECT_INPUT_ERROR(slots("1 a 5 0 0"), "found \"5\", expected a number of slots on a of at most 4");
  EXPECT_INPUT_ERROR(slots("1 a\n2 0 0\n0 1"), ":3: found a slot a second time");
  EXPECT_INPUT_ERROR(slots("1 b 2 0 0 4 1"), "found a slot a second time");
  EXPECT_INPUT_ERROR(slots("1 a 2 0 0 1 0"), "found rank 0 a second time");
  EXPECT_INPUT_ERROR(slots("1 a 2 0 0 1 2"), "found \"2\", expected a rank of at most 1");
  EXPECT_INPUT_ERROR(slots("1 b 1 9 0"), "found slot 9, expected one of the 4 that b has");
  EXPECT_INPUT_ERROR(slots("1 a 1 0"), "found \"\", expected a rank");
  EXPECT_INPUT_ERROR(slots("1 a 1 0 0 1"), "found more words than slots were announced");
  EXPECT_INPUT_ERROR(slots("1 a 0"), "found no slots");
}

}  // namespace topomorph::topology
