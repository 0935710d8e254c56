// Bound roles on networks cost nothing where the network is the same from every slot.
#include "core/mapping/starts/unbound.h"

#include "core/evaluation/evaluate.h"
#include "core/mapping/portfolio/map.h"
#include "core/topology/spec.h"
#include "tests/core/mapping/grids/stencil_graph.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

/// A grid of 8 x 8 roles, numbered at random.
Affinity shuffled_grid() {
  const StencilGraph grid{{8, 8}, 1, {10}, {}, true};
  return Affinity::from_traffic(grid.cells(), grid.traffic());
}

class Unbound : public ::testing::TestWithParam<const char*> {
 protected:
  std::shared_ptr<const Topology> topology_ = topology::parse_topology(GetParam());
  Affinity affinity_ = shuffled_grid();
};

TEST_P(Unbound, OneBoundRoleCostsNothing) {
  for (const Preset preset : {Preset::Fast, Preset::Default}) {
    MapOptions options;
    options.preset = preset;
    const Cost free = map(affinity_, *topology_, options).cost;
    for (const Slot slot : {Slot{8}, topology_->slots() / 2, topology_->slots() - 8}) {
      options.sharing.confined = {{5, slot, slot + 8}};
      const MapResult found = map(affinity_, *topology_, options);
      EXPECT_EQ(evaluation::to_string(found.cost), evaluation::to_string(free)) << slot;
      EXPECT_GE(found.mapping[5], slot);
      EXPECT_LT(found.mapping[5], slot + 8);
    }
  }
}

TEST_P(Unbound, KeepsAsManyRolesInPlaceAsAShiftCan) {
  MapOptions options;
  options.preset = Preset::Fast;
  Workers workers(1);
  const Problem problem{affinity_, *topology_, nullptr, options, Deadline(std::nullopt), workers, map};
  EXPECT_FALSE(map_unbound(problem));
  const Mapping free = map(affinity_, *topology_, options).mapping;
  const bool is_cube = std::string_view(GetParam()).starts_with("hcub");
  const auto shifted = [&](Slot slot) {  // by a whole machine, along the second axis, or along an axis of the cube
    return is_cube ? slot ^ 8 : (slot + 8) % topology_->slots();
  };
  for (const Role role : {Role{3}, Role{17}, Role{40}}) options.pinned.push_back({role, shifted(free[role])});
  const auto moved = map_unbound(problem);
  ASSERT_TRUE(moved);
  EXPECT_NO_THROW(check_mapping(*moved, 64, topology_->slots()));
  for (const PinnedRole& pin : options.pinned) EXPECT_EQ((*moved)[pin.role], pin.slot) << pin.role;
}

INSTANTIATE_TEST_SUITE_P(Rings, Unbound, ::testing::Values("torus:8x8", "torus:8x12", "torus:8+tree:2:4", "hcub:6"));

TEST(SharedSlotsOfATorus, HoldSquaresOfAGrid) {
  MapOptions options;
  options.sharing.roles_per_slot = 4;
  for (const char* spec : {"torus:4x4", "torus:5x4"}) {
    const MapResult found = map(shuffled_grid(), *topology::parse_topology(spec), options);
    EXPECT_EQ(evaluation::to_string(found.cost), "480") << spec;  // 48 edges between squares of four, one hop each
  }
}

TEST(OrderOfPresets, DefaultIsNeverDearerThanFast) {
  for (const char* spec : {"torus:4x4+tree:6", "mesh:7x9", "tree:4:4:6@1:10:100"}) {
    const auto topology = topology::parse_topology(spec);
    for (std::uint64_t seed = 1; seed < 3; ++seed) {
      const Affinity affinity = testing::random_affinity(topology->slots() * 2 / 3, topology->slots() * 3, seed);
      MapOptions options;
      options.preset = Preset::Fast;
      const Cost fast = map(affinity, *topology, options).cost;
      options.preset = Preset::Default;
      EXPECT_LE(map(affinity, *topology, options).cost, fast) << spec << " seed " << seed;
    }
  }
}

}  // namespace
}  // namespace topomorph::mapping
