// Mapping onto networks: what must hold for every topology, seed and number of threads.
#include <numeric>
#include <set>

#include "core/evaluation/evaluate.h"
#include "core/mapping/portfolio/map.h"
#include "core/model/tree.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

class Networks : public ::testing::TestWithParam<const char*> {
 protected:
  std::shared_ptr<const Topology> topology_ = topology::parse_topology(GetParam());
  Cost cost_of(const Affinity& affinity, const Mapping& mapping) const {
    return evaluation::evaluate(affinity, *topology_, mapping).hop_bytes;
  }
};

TEST_P(Networks, MappingsAreValidAndNeverWorseThanTheOrdersThereAre) {
  for (const std::uint64_t roles : {std::uint64_t{1}, topology_->slots() / 3 + 1, topology_->slots()}) {
    const Affinity affinity = testing::random_affinity(roles, roles == 1 ? 0 : 3 * roles, roles);
    MapOptions options;
    options.algorithm = "networks";
    options.launcher_order.emplace();
    for (Slot slot = 0; slot < roles; ++slot) options.launcher_order->push_back(topology_->slots() - 1 - slot);
    const MapResult result = map(affinity, *topology_, options);
    const evaluation::Evaluation evaluation = evaluation::evaluate(affinity, *topology_, result.mapping);
    EXPECT_TRUE(evaluation.valid) << evaluation.problem;
    EXPECT_EQ(evaluation::to_string(evaluation.hop_bytes), evaluation::to_string(result.cost));
    Mapping identity(roles);
    std::iota(identity.begin(), identity.end(), Slot{0});
    EXPECT_LE(result.cost, cost_of(affinity, identity));
    EXPECT_LE(result.cost, cost_of(affinity, *options.launcher_order));
  }
}

TEST_P(Networks, TheSameForAnyNumberOfThreads) {
  const std::uint64_t roles = topology_->slots() - topology_->slots() / 4;
  const Affinity affinity = testing::random_affinity(roles, 4 * roles, 7);
  MapOptions options;
  options.algorithm = "networks";
  options.preset = Preset::Fast;
  for (const std::uint64_t seed : {1, 2}) {
    options.seed = seed;
    options.threads = 1;
    const Mapping alone = map(affinity, *topology_, options).mapping;
    options.threads = 3;
    EXPECT_EQ(map(affinity, *topology_, options).mapping, alone) << "seed " << seed;
  }
}

TEST_P(Networks, PinnedRolesStay) {
  const std::uint64_t roles = topology_->slots() / 2 + 1;
  const Affinity affinity = testing::random_affinity(roles, 3 * roles, 5);
  MapOptions options;
  options.preset = Preset::Fast;
  options.algorithm = "networks";
  options.pinned = {{0, topology_->slots() - 1}, {roles - 1, 0}};
  const Mapping mapping = map(affinity, *topology_, options).mapping;
  EXPECT_EQ(mapping[0], topology_->slots() - 1);
  EXPECT_EQ(mapping[roles - 1], 0U);
  EXPECT_TRUE(evaluation::evaluate(affinity, *topology_, mapping).valid);
}

TEST_P(Networks, TwoRolesOnASlot) {
  const std::uint64_t roles = 2 * topology_->slots() - 1;
  const Affinity affinity = testing::random_affinity(roles, 3 * roles, 9);
  MapOptions options;
  options.preset = Preset::Fast;
  options.sharing.roles_per_slot = 2;
  const MapResult result = map(affinity, *topology_, options);
  const evaluation::Evaluation evaluation = evaluation::evaluate(affinity, *topology_, result.mapping, 2);
  EXPECT_TRUE(evaluation.valid) << evaluation.problem;
  Mapping in_turn(roles);
  for (Role role = 0; role < roles; ++role) in_turn[role] = role / 2;
  EXPECT_LE(result.cost, evaluation::evaluate(affinity, *topology_, in_turn, 2).hop_bytes);
}

INSTANTIATE_TEST_SUITE_P(Shapes, Networks,
                         ::testing::Values("mesh:7x5", "torus:2x4x8", "mesh:60", "hcub:6", "torus:5x5x5x2",
                                           "dragonfly:5x4x2", "torus:3x4+tree:2:3", "tree:4:8@1:10", "mesh:40x40"));

/// A grid of roles, shuffled.
Affinity grid_of_roles(std::uint64_t width, std::uint64_t height) {
  std::vector<Traffic> edges;
  const auto number = [&](std::uint64_t x, std::uint64_t y) { return (x + width * y) * 29 % (width * height); };
  for (std::uint64_t y = 0; y < height; ++y) {
    for (std::uint64_t x = 0; x < width; ++x) {
      if (x + 1 < width) edges.push_back({number(x, y), number(x + 1, y), 10, 1});
      if (y + 1 < height) edges.push_back({number(x, y), number(x, y + 1), 10, 1});
    }
  }
  return Affinity::from_traffic(width * height, std::move(edges));
}

TEST(NetworkMapping, GridsLieInNetworksWithNeighboursBesideEachOther) {
  const Affinity affinity = grid_of_roles(16, 8);
  const Cost one_hop_each = 10 * (15 * 8 + 16 * 7);
  for (const char* spec :
       {"mesh:16x8", "mesh:8x16", "torus:16x8", "torus:4x4x8", "hcub:7", "hcub:9", "mesh:20x20x20"}) {
    EXPECT_EQ(evaluation::to_string(map(affinity, *topology::parse_topology(spec)).cost),
              evaluation::to_string(one_hop_each))
        << spec;
  }
}

TEST(NetworkMapping, TwoAxesShareARingOfFour) {
  const Cost one_hop_each = 10 * 2 * 15 * 16;
  for (const char* spec : {"torus:4x8x8", "torus:8x8x4", "torus:8x4x8", "torus:4x4x4x4"}) {
    EXPECT_EQ(evaluation::to_string(map(grid_of_roles(16, 16), *topology::parse_topology(spec)).cost),
              evaluation::to_string(one_hop_each))
        << spec;
  }
}

TEST(NetworkMapping, HostsWithMoreSlotsGetMoreRoles) {
  const auto ring = topology::parse_topology("torus:4");  // of routers; one host at the first, two at the third
  const auto one = std::make_shared<TreeTopology>(
      TreeTopology::regular(std::vector<std::uint64_t>{4}, std::vector<std::uint64_t>{1}));
  const auto two = std::make_shared<TreeTopology>(
      TreeTopology::regular(std::vector<std::uint64_t>{4, 2}, std::vector<std::uint64_t>{1, 2}));
  const auto place = std::make_shared<topology::RestrictedTopology>(ring, std::vector<Slot>{0, 2});
  const topology::ComposedTopology topology(place, {one, two}, 16);
  std::vector<Traffic> edges;  // two groups, of 4 and of 8 roles, in turns
  for (Role a = 0; a < 12; ++a) {
    for (Role b = 0; b < a; ++b) {
      if ((a % 3 == 0) == (b % 3 == 0)) edges.push_back({b, a, 100, 1});
    }
  }
  const Affinity affinity = Affinity::from_traffic(12, std::move(edges));
  const Mapping mapping = map(affinity, topology).mapping;
  for (Role role = 0; role < 12; ++role) EXPECT_EQ(mapping[role] < 4, role % 3 == 0) << role;
}

TEST(NetworkMapping, FewRolesFindACompactPlace) {
  const Affinity affinity = grid_of_roles(3, 3);
  const auto topology = topology::parse_topology("torus:100x100x100");  // more slots than are looked at
  EXPECT_EQ(evaluation::to_string(map(affinity, *topology).cost), "120");
}

TEST(NetworkMapping, LoadsNeedATree) {
  const Affinity affinity = testing::random_affinity(8, 10, 1);
  MapOptions options;
  options.sharing.loads.assign(8, 1);
  EXPECT_INPUT_ERROR(map(affinity, *topology::parse_topology("mesh:4x4"), options),
                     "need a tree topology, found a mesh of 4 x 4");
}

}  // namespace
}  // namespace topomorph::mapping
