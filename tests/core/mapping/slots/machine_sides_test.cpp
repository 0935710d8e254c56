// The sides of a machine select its slots, and their neighbours are as far as they say.
#include "core/mapping/slots/machine_sides.h"

#include <set>

#include "core/topology/shapes/composed.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

TEST(MachineSides, SelectEverySlotOnceAndTellItsNeighbours) {
  for (const char* spec : {"torus:3x4", "mesh:5x2x3@7:1:2", "hcub:4", "torus:3x4+tree:2:3", "dragonfly:3x4x2@1:2:5"}) {
    const auto topology = topology::parse_topology(spec);
    std::set<Slot> slots = {0};
    std::uint64_t product = 1;
    for (const MachineSide& side : sides_of(*topology)) {
      std::set<Slot> more;
      for (const Slot slot : slots) {
        for (std::uint64_t number = 0; number < side.size; ++number) more.insert(slot + number * side.stride);
      }
      slots = more;
      product *= side.size;
      EXPECT_TRUE(side.size == 1 || topology->distance(0, side.stride) == side.step_cost || spec[0] == 'd') << spec;
    }
    EXPECT_EQ(product, topology->slots()) << spec;
    EXPECT_EQ(slots.size(), topology->slots()) << spec;
    EXPECT_EQ(*slots.rbegin(), topology->slots() - 1) << spec;
  }
}

TEST(MachineSides, OfAPartAreThoseOfTheWhole) {
  const auto torus = topology::parse_topology("torus:3x4");
  const topology::RestrictedTopology part(torus, {1, 5});
  ASSERT_EQ(sides_of(part).size(), 2U);
  EXPECT_TRUE(sides_of(part)[1].wraps && sides_of(part)[1].is_line);
  EXPECT_EQ(sides_of(part)[1].stride, 3U);
}

TEST(MachineSides, AreNoneWhereHostsDiffer) {
  const std::shared_ptr<const Topology> two = topology::parse_topology("tree:2"),
                                        three = topology::parse_topology("tree:3");
  const topology::ComposedTopology unequal(topology::parse_topology("torus:2"), {two, three}, 9);
  EXPECT_TRUE(sides_of(unequal).empty());
}

TEST(MachineSides, OfARegularTreeAreItsLevels) {
  const std::vector<MachineSide> sides = sides_of(*topology::parse_topology("tree:2:3@1:10"));
  ASSERT_EQ(sides.size(), 2U);
  EXPECT_EQ(sides[0].size, 2U);
  EXPECT_EQ(sides[0].step_cost, 1U);
  EXPECT_EQ(sides[1].size, 3U);
  EXPECT_EQ(sides[1].step_cost, 10U);
  EXPECT_EQ(sides[1].stride, 2U);
  EXPECT_FALSE(sides[0].is_line || sides[1].is_line);
}

/// Free hosts of a torus have successive numbers, whatever their places.
TEST(MachineSides, AreNoneOfHostsInSomePlacesOfANetwork) {
  const auto torus = topology::parse_topology("torus:4x4");
  const std::shared_ptr<const Topology> host = topology::parse_topology("tree:2");
  const auto some = std::make_shared<topology::RestrictedTopology>(torus, std::vector<Slot>{3, 9, 15});
  const topology::ComposedTopology hosts(some, {host, host, host}, 1);
  EXPECT_TRUE(sides_of(hosts).empty());
}

}  // namespace
}  // namespace topomorph::mapping
