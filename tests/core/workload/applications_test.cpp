// The applications of the jobs of a log.
#include "core/workload/applications.h"

#include "core/formats/formats.h"
#include "core/model/cartesian_pattern.h"
#include "core/topology/hosts/placement.h"
#include "tests/core/testing.h"

namespace topomorph::workload {

namespace {

ApplicationOptions machine(std::uint64_t slots, std::uint64_t hosts) {
  ApplicationOptions options;
  options.slots_per_host = slots;
  options.hosts = hosts;
  return options;
}

/// Returns grids of 8, 16 (two of them) and 64 ranks, on hosts of 4 slots.
Applications grids(double bytes_of_pair = 0) {
  ApplicationOptions options = machine(4, 100);
  options.affinities = {"cart:8x8", "cart:4x4", "cart:2x4", "cart:2x8"};
  options.bytes_of_pair = bytes_of_pair;
  return Applications(options);
}

TEST(Applications, AJobGetsTheOneOfNearestSize) {
  const Applications applications = grids();
  const auto hosts_for = [&](std::uint64_t ranks) { return applications.hosts_of(applications.index_for(ranks, 1)); };
  for (const std::uint64_t ranks : {1U, 3U, 4U}) EXPECT_EQ(hosts_for(ranks), 1U) << "it fits into a host";
  for (const std::uint64_t ranks : {5U, 8U, 12U}) EXPECT_EQ(hosts_for(ranks), 2U) << "12 is as far from 8 as from 16";
  for (const std::uint64_t ranks : {13U, 16U, 40U}) EXPECT_EQ(hosts_for(ranks), 4U);
  for (const std::uint64_t ranks : {41U, 64U, 400U}) EXPECT_EQ(hosts_for(ranks), 16U);
}

TEST(Applications, EqualSizesAreDrawnByJob) {
  const Applications applications = grids();
  std::size_t first = 0;
  const std::size_t lowest = std::min(applications.index_for(16, 0), applications.index_for(16, 1));
  for (std::uint64_t job = 0; job < 1000; ++job) {
    const std::size_t index = applications.index_for(16, job);
    EXPECT_EQ(index, applications.index_for(16, job));
    EXPECT_EQ(applications.hosts_of(index), 4U);
    first += index == lowest ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(first), 500, 60);
}

TEST(Applications, RanksAreGroupedByHost) {
  Applications applications = grids();
  const std::size_t large = applications.index_for(64, 1), alone = applications.index_for(2, 1);
  const std::size_t both[] = {large, alone, large};
  applications.prepare(both, 2);
  EXPECT_EQ(applications.at(large).ranks, 64U);
  EXPECT_EQ(applications.at(large).name, "cart:8x8");
  EXPECT_EQ(applications.at(large).groups.roles(), 16U);
  EXPECT_GE(applications.at(large).groups.total_bytes(), 2U * 48) << "blocks of 2 x 2 cut 48 of 112 edges";
  EXPECT_EQ(applications.at(large).groups.total_bytes(), 2U * 112) << "what stays in a group is kept";
  EXPECT_EQ(applications.at(alone).groups.roles(), 1U);
  EXPECT_EQ(applications.at(alone).groups.total_bytes(), 0U);
}

TEST(Applications, BytesAreScaledToAPair) {
  Applications as_given = grids(0), scaled = grids(1000);
  const std::size_t index[] = {as_given.index_for(64, 1)};
  as_given.prepare(index, 1);
  scaled.prepare(index, 1);
  EXPECT_EQ(as_given.at(index[0]).bytes_of_unit, 1);
  EXPECT_EQ(scaled.at(index[0]).bytes_of_unit, 500) << "a pair exchanges a byte each way";
}

TEST(Applications, PatternsHaveAllSizesOfTheMachine) {
  ApplicationOptions options = machine(4, 16);
  options.patterns = {"stencil2d", "mesh3d"};
  Applications applications(options);
  EXPECT_EQ(applications.size(), 1 + 2 * 8U) << "one host; 6, 8, 12, 16, 24, 32, 48, 64 ranks of each";
  const std::size_t index[] = {applications.index_for(64, 1)};
  applications.prepare(index, 1);
  EXPECT_EQ(applications.at(index[0]).ranks, 64U);
  EXPECT_EQ(applications.at(index[0]).groups.roles(), 16U);
}

TEST(Applications, RefuseWhatIsOfNoUse) {
  ApplicationOptions options = machine(64, 4);
  options.affinities = {"cart:8x8"};
  EXPECT_INPUT_ERROR(Applications{options}, "found no application of more than 64 ranks (a host) and at most 256");
  options.affinities = {"nowhere.mtx"};
  EXPECT_INPUT_ERROR(Applications{options}, "nowhere.mtx");
  options = machine(4, 4);
  options.patterns = {"ring"};
  EXPECT_INPUT_ERROR(Applications{options}, "unknown pattern");
}

double mean_neighbours(const Affinity& affinity) {
  return static_cast<double>(affinity.entries()) / static_cast<double>(affinity.roles());
}

TEST(Patterns, StencilsAreGrids) {
  EXPECT_EQ(testing::traffic_of(make_pattern("stencil2d", 36, 1)),
            testing::traffic_of(parse_cart_affinity("cart:6x6")));
  EXPECT_EQ(testing::traffic_of(make_pattern("stencil3d", 27, 1)),
            testing::traffic_of(parse_cart_affinity("cart:3x3x3")));
}

TEST(Patterns, StencilsOfAnySizeAreConnected) {
  for (const char* name : {"stencil2d", "stencil3d"}) {
    for (const std::uint64_t ranks : {2U, 5U, 7U, 37U, 100U}) {
      const Affinity affinity = make_pattern(name, ranks, 1);
      EXPECT_EQ(affinity.roles(), ranks);
      for (Role rank = 1; rank < ranks; ++rank) {
        ASSERT_FALSE(affinity.row(rank).empty());
        EXPECT_LT(affinity.row(rank)[0].destination, rank) << name << ": has a neighbour before it";
      }
    }
  }
}

TEST(Patterns, MeshesHaveNeighboursAsTrianglesAndTetrahedraDo) {
  EXPECT_NEAR(mean_neighbours(make_pattern("mesh2d", 4000, 1)), 6, 0.4) << "somewhat fewer at the border";
  EXPECT_NEAR(mean_neighbours(make_pattern("mesh3d", 4000, 1)), 12.5, 1.2) << "the border is larger";
}

TEST(Patterns, BothWaysAlike) {
  for (const std::string& name : pattern_names()) {
    const Affinity affinity = make_pattern(name, 200, 3), both = formats::both_directions(affinity);
    ASSERT_EQ(both.entries(), affinity.entries()) << name;
    for (const Traffic& traffic : testing::traffic_of(both)) EXPECT_EQ(traffic.bytes, 2U) << name;
  }
}

TEST(Patterns, MeshesFindAllThatIsNear) {
  // with few points the reach covers the whole square or cube: nearly all ranks communicate with each other
  EXPECT_EQ(make_pattern("mesh2d", 2, 1).entries(), 2U);
  EXPECT_EQ(make_pattern("mesh3d", 2, 1).entries(), 2U);
}

TEST(Patterns, SameSeedSamePattern) {
  const auto traffic = [](std::uint64_t seed) { return testing::traffic_of(make_pattern("mesh3d", 300, seed)); };
  EXPECT_EQ(traffic(4), traffic(4));
  EXPECT_NE(traffic(4), traffic(5));
}

TEST(Patterns, RefuseWhatIsUnknown) {
  EXPECT_INPUT_ERROR(make_pattern("ring", 4, 1), "unknown pattern \"ring\", expected one of stencil2d, stencil3d");
  EXPECT_INPUT_ERROR(make_pattern("mesh2d", 0, 1), "found a pattern of 0 ranks");
}

}  // namespace

}  // namespace topomorph::workload
