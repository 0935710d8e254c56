// Regions of topologies that are too large to look at all their slots.
#include "core/mapping/problem/slot_selection.h"

#include <algorithm>
#include <cstdlib>

#include <sys/resource.h>

#include "core/mapping/portfolio/map.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

using testing::random_affinity;

/// How far apart its slots are, over all pairs.
std::uint64_t width_of(const Topology& topology, const std::vector<Slot>& slots) {
  std::uint64_t sum = 0;
  for (const Slot a : slots) {
    for (const Slot b : slots) sum += topology.distance(a, b);
  }
  return sum;
}

/// More than a million slots, of each kind of topology.
class RegionOf : public ::testing::TestWithParam<const char*> {};

TEST_P(RegionOf, IsAsCompactAsOneOfAllSlots) {
  constexpr std::uint64_t kCount = 64;
  const auto topology = topology::parse_topology(GetParam());
  ASSERT_GT(topology->slots(), std::uint64_t{1} << 20);
  const auto distance = [&](Slot a, Slot b) { return topology->distance(a, b); };
  const std::vector<Slot> region = compact_region(*topology, kCount, kCount, {});
  const std::vector<Slot> of_all = compact_region(topology->slots(), distance, kCount, kCount, {});
  ASSERT_EQ(region.size(), kCount);
  EXPECT_EQ(std::adjacent_find(region.begin(), region.end(), std::greater_equal<>()), region.end());
  EXPECT_LT(region.back(), topology->slots());
  EXPECT_LE(8 * width_of(*topology, region), 9 * width_of(*topology, of_all));  // a part of a cube is no ball
}

TEST_P(RegionOf, HoldsWhatIsNeeded) {
  const auto topology = topology::parse_topology(GetParam());
  const std::vector<Slot> needed = {topology->slots() - 1, 3};
  const std::vector<Slot> region = compact_region(*topology, 32, 8, needed);
  EXPECT_GE(region.size(), 32U);
  EXPECT_LE(region.size(), 33U);
  for (const Slot slot : needed) EXPECT_TRUE(std::binary_search(region.begin(), region.end(), slot));
}

/// A million places of one slot, and at the end a machine of as many.
TEST(Region, IsThereWhereThePlacesNearbyHaveFewSlots) {
  const auto one = topology::parse_topology("tree:1"), many = topology::parse_topology("tree:1048576");
  std::vector<std::shared_ptr<const Topology>> parts(1024 * 1024, one);
  parts.back() = many;
  const topology::ComposedTopology composed(topology::parse_topology("torus:1024x1024"), std::move(parts));
  const std::vector<Slot> needed = {composed.slots() / 4};
  EXPECT_EQ(compact_region(composed, 64, 64, needed).size(), 64U);
}

INSTANTIATE_TEST_SUITE_P(Kinds, RegionOf,
                         ::testing::Values("mesh:1100x1000", "torus:1100x1000", "torus:1100x1000@1:100",
                                           "torus:110x100x101@1:2:3", "hcub:21", "dragonfly:40x200x200",
                                           "mesh:600x600+tree:2:2", "mesh:2x2+torus:600x600"));

/// Ends with status 0 if that can be done within a gigabyte.
[[noreturn]] void map_within_a_gigabyte(const char* spec, std::uint64_t most) {
  const rlimit limit = {rlim_t{1} << 30, rlim_t{1} << 30};
  setrlimit(RLIMIT_AS, &limit);
  const auto topology = topology::parse_topology(spec);
  std::vector<Traffic> ring;
  for (Role role = 0; role < 8; ++role) ring.push_back({role, (role + 1) % 8, 1, 1});
  const MapResult result = map(Affinity::from_traffic(8, ring), *topology, {});
  std::_Exit(result.cost <= most ? 0 : 1);
}

/// A ring of 8 roles, and the hop bytes of the best mapping.
TEST(Region, EightRolesOnVeryManySlotsTakeLittleMemory) {
  if (testing::kSanitized) GTEST_SKIP() << "a sanitizer takes terabytes of addresses: memory cannot be limited";
  for (const char* spec : {"mesh:4000x4000", "mesh:16384x16384", "torus:600x600x600", "hcub:28"}) {
    EXPECT_EXIT(map_within_a_gigabyte(spec, 8), ::testing::ExitedWithCode(0), "") << spec;
  }
  EXPECT_EXIT(map_within_a_gigabyte("tree:4096:4096", 16), ::testing::ExitedWithCode(0), "");
  EXPECT_EXIT(map_within_a_gigabyte("dragonfly:1024x512x512", 16), ::testing::ExitedWithCode(0), "");
  EXPECT_EXIT(map_within_a_gigabyte("mesh:1000x1000+tree:128", 16), ::testing::ExitedWithCode(0), "");
}

TEST(Region, RandomOrdersOfVeryManySlotsUseEachOnce) {
  const auto topology = topology::parse_topology("mesh:16384x16384");
  MapOptions options;
  options.algorithm = "random";
  const Affinity affinity = random_affinity(1000, 10, 1);
  const MapResult result = map(affinity, *topology, options);
  EXPECT_NO_THROW(check_mapping(result.mapping, 1000, topology->slots()));
  EXPECT_GT(*std::max_element(result.mapping.begin(), result.mapping.end()), topology->slots() / 2);
  options.seed = 2;
  EXPECT_NE(map(affinity, *topology, options).mapping, result.mapping);
}

}  // namespace
}  // namespace topomorph::mapping
