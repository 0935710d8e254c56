// Grids of roles on grids of slots: known costs of the best products, in any numbering of the roles.
#include "core/mapping/starts/grid_embedding.h"

#include "core/formats/affinity_file.h"
#include "core/mapping/portfolio/map.h"
#include "core/model/cartesian_pattern.h"
#include "core/topology/spec.h"
#include "tests/core/mapping/grids/grids.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

using testing::group_traffic;

/// Returns the cost of the embedding; nothing if there is none.
std::optional<Cost> cost_of_embedding(const Affinity& affinity, const std::string& spec,
                                      const MapOptions& options = {}) {
  const auto topology = topology::parse_topology(spec);
  Workers workers(1);
  const Problem problem{affinity, *topology, nullptr, options, Deadline(std::nullopt), workers, map};
  const Instance instance = Instance::on_network(problem);
  const auto slots = embed_grid(instance);
  if (!slots) return std::nullopt;
  const Mapping mapping = instance.to_mapping(*slots);
  check_mapping(mapping, affinity.roles(), topology->slots());
  return cost_of(problem, mapping);
}

Affinity groups(std::uint64_t roles, const std::vector<std::uint64_t>& extents, std::uint64_t seed) {
  return Affinity::from_traffic(roles, group_traffic(extents, 0, seed));
}

TEST(GridEmbedding, OfRowsAndColumnsIsAProduct) {
  // rows of 100 bytes and columns of 200 along a ring of 4: pairs are 1, 1, 1, 1, 2 and 2 hops apart
  EXPECT_EQ(cost_of_embedding(groups(16, {4, 4}, 5), "torus:4x4"), Cost{4 * 8 * 100 + 4 * 8 * 200});
  // a group of 8 in a cube of 2 x 2 x 2: each has three at 1, three at 2, and one at 3 hops
  EXPECT_EQ(cost_of_embedding(groups(64, {8, 8}, 5), "hcub:6"), Cost{8 * 8 * 12 / 2 * 300});
}

TEST(GridEmbedding, CutsDimensionsAndHosts) {
  // 3 along one dimension, 4 x 2 by the other and the hosts of 2: the heavier group of 2 x 2 shares hosts
  const auto in_hosts = cost_of_embedding(groups(24, {6, 4}, 7), "torus:3x4+tree:2");
  ASSERT_TRUE(in_hosts);
  MapOptions best;
  best.preset = Preset::Best;
  best.time_limit = 1;
  const Cost searched = map(groups(24, {6, 4}, 7), *topology::parse_topology("torus:3x4+tree:2"), best).cost;
  EXPECT_EQ(*in_hosts, searched) << "no search finds better";
}

TEST(GridEmbedding, OfAKnownGridNeedsNoPureAffinity) {
  const CartesianPattern known({{4, 8}, {false, false}}, nearest_neighbour(2));
  std::vector<Traffic> traffic = testing::traffic_of(to_affinity(known));
  for (Role role = 1; role < 32; ++role) traffic.push_back({0, role, 1, 1});
  const Affinity mixed = Affinity::from_traffic(32, traffic);
  MapOptions options;
  options.grid = known;
  const auto cost = cost_of_embedding(mixed, "mesh:8x4", options);
  ASSERT_TRUE(cost);
  Cost to_all = 0;
  for (Slot slot = 0; slot < 32; ++slot) to_all += slot % 8 + slot / 8;
  EXPECT_EQ(*cost, Cost{2 * (4 * 7 + 3 * 8)} + to_all) << "each neighbour is one hop away";
}

TEST(GridEmbedding, IsNoneWithoutAGrid) {
  EXPECT_FALSE(cost_of_embedding(testing::random_affinity(16, 60, 3), "torus:4x4"));
  EXPECT_FALSE(cost_of_embedding(groups(24, {4, 6}, 0), "torus:5x5")) << "no side has 6 places";
}

TEST(GridEmbedding, OfAPencilBeatsLongSearches) {
  SKIP_WITHOUT(testing::data_file("networks/pencil-16x24.mtx"));
  const Affinity pencil = formats::read_affinity(testing::data_file("networks/pencil-16x24.mtx"));
  EXPECT_LE(cost_of_embedding(pencil, "torus:8x8x6").value_or(~Cost{0}), Cost{5'124'480});
}

}  // namespace
}  // namespace topomorph::mapping
