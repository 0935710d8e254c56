// Fewer roles than slots: groups that nearly fill a host stay whole, because hosts keep free slots.
#include <gtest/gtest.h>

#include "core/base/successive.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/problem/slot_selection.h"
#include "tests/core/mapping/arities.h"
#include "tests/core/mapping/grids/stencil_graph.h"

namespace topomorph::mapping {
namespace {

constexpr std::uint64_t kHeavy = 10;

/// Cliques of roles, joined in a ring by light edges between roles of the same place.
struct Cliques {
  std::uint64_t count, size;

  Affinity affinity() const {
    std::vector<Traffic> traffic;
    for (Role role = 0; role < count * size; ++role) {
      const Role end = (role / size + 1) * size;
      for (Role other = role + 1; other < end; ++other) traffic.push_back({role, other, kHeavy, 1});
      traffic.push_back({role, (role + size) % (count * size), 1, 1});
    }
    return Affinity::from_traffic(count * size, traffic);
  }
  /// Returns the cost with each clique on one host.
  std::uint64_t cost(std::uint64_t far) const { return count * size * (size - 1) / 2 * kHeavy + count * size * far; }
};

struct CliqueCase {
  Cliques cliques;
  std::uint64_t cores, hosts;
};

void PrintTo(const CliqueCase& that, std::ostream* out) { *out << that.cliques.size << " of " << that.cores; }

class RoomForCliques : public ::testing::TestWithParam<CliqueCase> {};

TEST_P(RoomForCliques, KeepsCliquesWhole) {
  const auto& [cliques, cores, hosts] = GetParam();
  const TreeTopology tree = TreeTopology::regular(Arities{cores, hosts}, Arities{1, 10});
  const MapResult found = map(cliques.affinity(), tree, {});
  EXPECT_EQ(static_cast<std::uint64_t>(found.cost), cliques.cost(10));
}

INSTANTIATE_TEST_SUITE_P(Hosts, RoomForCliques,
                         ::testing::Values(CliqueCase{{40, 9}, 12, 40}, CliqueCase{{60, 5}, 6, 60},
                                           CliqueCase{{40, 7}, 12, 40}, CliqueCase{{40, 13}, 24, 40},
                                           CliqueCase{{100, 7}, 12, 400}, CliqueCase{{20, 15}, 16, 24}));

TEST(RoomInPresetBest, IsKept) {
  const Cliques cliques{20, 15};
  const TreeTopology tree = TreeTopology::regular(Arities{16, 24}, Arities{1, 10});
  MapOptions options;
  options.preset = Preset::Best;
  options.time_limit = 3;  // preset default takes a fiftieth of it
  EXPECT_EQ(static_cast<std::uint64_t>(map(cliques.affinity(), tree, options).cost), cliques.cost(10));
}

TEST(RoomForBoxes, LeavesOneSlotFreeOnEachHost) {
  const StencilGraph grid{{9, 9, 9}, 1, {1}, {}, true};
  const TreeTopology tree = TreeTopology::regular(Arities{28, 27}, Arities{1, 10});
  const std::uint64_t inside = 27 * 54, edges = 3 * 9 * 9 * 8;  // of 27 boxes of 3 x 3 x 3; of the grid
  const MapResult found = map(Affinity::from_traffic(grid.cells(), grid.traffic()), tree, {});
  EXPECT_EQ(static_cast<std::uint64_t>(found.cost), inside + 10 * (edges - inside));
}

TEST(RoomForBoxes, PackagesShareAnOddBox) {
  const StencilGraph grid{{9, 9, 9}, 1, {1}, {}, true};
  const TreeTopology tree = TreeTopology::regular(Arities{14, 2, 27}, Arities{1, 1, 10});
  const std::uint64_t inside = 27 * 54, edges = 3 * 9 * 9 * 8;
  const MapResult found = map(Affinity::from_traffic(grid.cells(), grid.traffic()), tree, {});
  EXPECT_EQ(static_cast<std::uint64_t>(found.cost), inside + 10 * (edges - inside));
}

TEST(RoomForBoxes, PinnedRolesStayWhereTheyAre) {
  const Cliques cliques{40, 7};
  const TreeTopology tree = TreeTopology::regular(Arities{12, 40}, Arities{1, 10});
  MapOptions options;
  options.pinned = {{3, 479}, {100, 5}};
  const MapResult found = map(cliques.affinity(), tree, options);
  EXPECT_EQ(found.mapping[3], 479U);
  EXPECT_EQ(found.mapping[100], 5U);
}

TEST(RoomOnSharedSlots, KeepsCliquesWhole) {
  const Cliques cliques{40, 9};
  const TreeTopology tree = TreeTopology::regular(Arities{4, 40}, Arities{1, 10});
  MapOptions options;
  options.sharing.roles_per_slot = 3;
  const MapResult found = map(cliques.affinity(), tree, options);
  // Three roles on each of three slots, or of four: at most 27 of the 36 pairs of a clique are apart.
  EXPECT_LE(static_cast<std::uint64_t>(found.cost), 40 * 27 * kHeavy + 40 * 9 * 10);
}

TEST(Thinned, SpreadsEvenlyAndKeepsWhatIsNeeded) {
  const std::vector<Slot> slots = successive<Slot>(12);
  EXPECT_EQ(thinned(slots, 4, {}), (std::vector<Slot>{2, 5, 8, 11}));
  EXPECT_EQ(thinned(slots, 12, {}), slots);
  const std::vector<Slot> needed = {5, 6};
  EXPECT_EQ(thinned(slots, 4, needed), (std::vector<Slot>{2, 5, 6, 8, 11}));
}

}  // namespace
}  // namespace topomorph::mapping
