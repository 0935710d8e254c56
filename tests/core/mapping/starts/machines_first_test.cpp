// Grouping roles by machine before looking at the network between the machines.
#include "core/mapping/starts/machines_first.h"

#include <array>

#include "core/evaluation/evaluate.h"
#include "core/mapping/portfolio/map.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

constexpr Role kCliques = 12, kSize = 5;

/// Cliques of five, whose roles are not successive, in a ring.
Affinity ring_of_cliques() {
  std::vector<Traffic> traffic;
  const auto role = [](Role clique, Role member) { return member * kCliques + clique * 7 % kCliques; };
  for (Role clique = 0; clique < kCliques; ++clique) {
    for (Role a = 0; a < kSize; ++a) {
      for (Role b = 0; b < a; ++b) traffic.push_back({role(clique, a), role(clique, b), 100, 1});
    }
    traffic.push_back({role(clique, 0), role((clique + 1) % kCliques, 0), 10, 1});
  }
  return Affinity::from_traffic(kCliques * kSize, std::move(traffic));
}

/// Returns how many of the cliques have all their roles in one place.
Role whole_cliques(const topology::ComposedTopology& machines, const Mapping& mapping) {
  Role whole = 0;
  for (Role clique = 0; clique < kCliques; ++clique) {
    bool together = true;
    for (Role member = 1; member < kSize; ++member) {
      together &= machines.place_of(mapping[member * kCliques + clique]) == machines.place_of(mapping[clique]);
    }
    whole += together ? 1 : 0;
  }
  return whole;
}

std::optional<Mapping> machines_first(const Affinity& affinity, const Topology& topology) {
  const MapOptions options;
  Workers workers(1);
  return map_machines_first({affinity, topology, as_tree(topology), options, Deadline(std::nullopt), workers, map});
}

TEST(MachinesFirst, LeavesSlotsFreeInsteadOfCuttingGroups) {
  const Affinity affinity = ring_of_cliques();
  const auto topology = topology::parse_topology("torus:4x4+tree:7");
  const auto& machines = *topology::as_composed(*topology);
  const auto mapping = machines_first(affinity, *topology);
  ASSERT_TRUE(mapping);
  EXPECT_EQ(whole_cliques(machines, *mapping), kCliques);
  EXPECT_TRUE(evaluation::evaluate(affinity, *topology, *mapping).valid);
  EXPECT_EQ(whole_cliques(machines, map(affinity, *topology).mapping), kCliques);
}

TEST(MachinesFirst, MovesMachinesToNeighbouringPlaces) {
  const Affinity affinity = ring_of_cliques();
  const auto topology = topology::parse_topology("torus:4x4+tree:7");
  const auto mapping = machines_first(affinity, *topology);
  ASSERT_TRUE(mapping);
  const auto& machines = *topology::as_composed(*topology);
  for (Role clique = 0; clique < kCliques; ++clique) {  // a ring of twelve fits a torus of 4 x 4
    const Role next = (clique + 1) % kCliques;
    const auto place = machines.place_of((*mapping)[clique * 7 % kCliques]);
    EXPECT_EQ(machines.network().distance(place, machines.place_of((*mapping)[next * 7 % kCliques])), 1U) << clique;
  }
}

TEST(MachinesFirst, TakesUnequalMachinesAndParts) {
  const Affinity affinity = ring_of_cliques();
  const auto tree_of = [](std::uint64_t slots) {
    return std::make_shared<TreeTopology>(TreeTopology::regular(std::array{slots}, std::array{std::uint64_t{1}}));
  };
  std::vector<std::shared_ptr<const Topology>> machines;
  for (std::uint64_t i = 0; i < 16; ++i) machines.push_back(tree_of(5 + i % 3));
  const topology::ComposedTopology unequal(topology::parse_topology("torus:4x4"), std::move(machines), 16);
  const auto mapping = machines_first(affinity, unequal);
  ASSERT_TRUE(mapping);
  EXPECT_TRUE(evaluation::evaluate(affinity, unequal, *mapping).valid);
  EXPECT_EQ(whole_cliques(unequal, *mapping), kCliques);

  std::vector<Slot> kept;
  for (Slot slot = 0; slot < unequal.slots(); slot += slot % 9 == 4 ? 2 : 1) kept.push_back(slot);
  const topology::RestrictedTopology part(borrowed(unequal), kept);
  const auto in_part = machines_first(affinity, part);
  ASSERT_TRUE(in_part);
  EXPECT_TRUE(evaluation::evaluate(affinity, part, *in_part).valid);
}

TEST(MachinesFirst, NeedsTreesInPlacesThatAreFartherApart) {
  const Affinity affinity = ring_of_cliques();
  for (const char* spec : {"torus:8x8", "tree:8:8@1:10", "torus:4x4+mesh:3x2"}) {
    EXPECT_FALSE(machines_first(affinity, *topology::parse_topology(spec))) << spec;
  }
}

}  // namespace
}  // namespace topomorph::mapping
