// Tests of the least traffic between parts: against the best of all divisions, and where it is exact.
#include "core/bounds/least_crossing.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/base/successive.h"
#include "core/evaluation/evaluate.h"
#include "core/model/cartesian_pattern.h"

namespace topomorph::bounds {
namespace {

struct Shape {
  std::vector<std::int64_t> extents;
  std::vector<bool> rings;  // by axis
  bool diagonal = false;    // neighbours over corners, too
  std::uint64_t seed = 0;   // of the numbers of the roles; 0: row-major
  std::uint64_t noise = 0;  // edges weigh up to so much more
};

/// Traffic of 100 bytes along axis 0, 200 along axis 1 …, 10 over corners.
Affinity lattice(const Shape& shape) {
  const Grid grid{shape.extents, shape.rings};
  const auto cells = static_cast<std::uint64_t>(grid.cells());
  const auto role = shape.seed > 0 ? Random(shape.seed).permutation<Role>(cells) : successive<Role>(cells);
  Random random(shape.seed + 1);
  std::vector<Traffic> traffic;
  const Offset least(shape.extents.size(), -1), end(shape.extents.size(), 2), none(shape.extents.size(), 0);
  for (Offset step = least; next_position(step, least, end);) {
    const auto along = std::ranges::count_if(step, [](std::int64_t s) { return s != 0; });
    if (step <= none || (along > 1 && !shape.diagonal)) continue;  // one of two opposite steps
    const auto axis = std::ranges::find(step, 1) - step.begin();
    CartesianPattern(grid, {step}).for_each_edge([&](std::int64_t from, std::int64_t to) {
      const std::uint64_t more = shape.noise > 0 ? random.below(shape.noise) : 0;
      const auto bytes = static_cast<std::uint64_t>(along > 1 ? 10 : 100 * (axis + 1));
      traffic.push_back({role[static_cast<Role>(from)], role[static_cast<Role>(to)], bytes + more, 1});
    });
  }
  return Affinity::from_traffic(cells, traffic);
}

std::uint64_t least_crossing(const Affinity& affinity, Weight weight, std::uint64_t size) {
  return LeastCrossing(affinity, weight).between_parts_of(size);
}

/// Returns the least bytes between parts of `size` roles, of all divisions.
std::uint64_t least_of_all(const Affinity& affinity, std::uint64_t size) {
  std::vector<std::uint64_t> part(affinity.roles(), 0), roles_of((affinity.roles() + size - 1) / size, 0);
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  const std::function<void(Role, std::size_t)> place = [&](Role role, std::size_t used) {
    if (role == affinity.roles()) {
      least = std::min(least, evaluation::crossing(affinity, part).bytes);
      return;
    }
    for (std::size_t p = 0; p < std::min(used + 1, roles_of.size()); ++p) {
      if (roles_of[p] == size) continue;
      part[role] = p;
      ++roles_of[p];
      place(role + 1, std::max(used, p + 1));
      --roles_of[p];
    }
  };
  place(0, 0);
  return least;
}

TEST(LeastCrossing, IsAtMostWhatTheBestOfAllDivisionsOfALatticeHas) {
  for (const Shape& shape :
       {Shape{{2, 4}, {0, 0}}, Shape{{3, 3}, {0, 0}}, Shape{{3, 3}, {1, 1}}, Shape{{3, 3}, {0, 0}, true},
        Shape{{2, 5}, {0, 1}}, Shape{{2, 5}, {0, 1}, true}, Shape{{10}, {1}}, Shape{{10}, {0}},
        Shape{{2, 2, 2}, {0, 0, 0}}, Shape{{2, 2, 2}, {0, 0, 0}, true}, Shape{{3, 3}, {0, 0}, false, 7},
        Shape{{2, 5}, {0, 1}, false, 3, 60}, Shape{{3, 3}, {1, 1}, false, 0, 150}, Shape{{2, 4}, {0, 0}, true, 5, 9}}) {
    const Affinity affinity = lattice(shape);
    for (const std::uint64_t size : {2, 3, 4, 5, 6}) {
      const std::uint64_t bound = least_crossing(affinity, Weight::Bytes, size), least = least_of_all(affinity, size);
      EXPECT_LE(bound, least) << shape.extents.size() << " axes, first " << shape.extents[0] << ", size " << size;
      EXPECT_TRUE(bound > 0 || size > 2);
    }
  }
}

TEST(LeastCrossing, IsAtMostWhatTheBestOfAllDivisionsOfRandomTrafficHas) {
  Random random(11);
  double sum = 0;
  int tried = 0;
  for (int round = 0; round < 60; ++round) {
    const std::uint64_t roles = 4 + random.below(5), pairs = roles + random.below(roles * roles);
    std::vector<Traffic> traffic;
    for (std::uint64_t i = 0; i < pairs; ++i)
      traffic.push_back({random.below(roles), random.below(roles), 1 + random.below(1000), 1 + random.below(3)});
    const Affinity affinity = Affinity::from_traffic(roles, traffic);
    for (const std::uint64_t size : {1, 2, 3, 4}) {
      const std::uint64_t bound = least_crossing(affinity, Weight::Bytes, size), least = least_of_all(affinity, size);
      ASSERT_LE(bound, least) << "round " << round << ", size " << size;
      if (least > 0) sum += static_cast<double>(bound) / static_cast<double>(least), ++tried;
    }
  }
  EXPECT_GT(sum / tried, 0.7) << "a bound that says something";
}

TEST(LeastCrossing, IsExactWhereBlocksFit) {
  const Shape plane{{8, 8}, {0, 0}}, space{{8, 8, 8}, {0, 0, 0}}, relabelled{{8, 8, 8}, {0, 0, 0}, false, 5};
  // Blocks of 4 x 4 would cut one plane across each axis: 8 x (100 + 200). With unequal weights, real blocks are longer
  // along axis 1, where they cut less than any blocks of whole cells.
  EXPECT_NEAR(static_cast<double>(least_crossing(lattice(plane), Weight::Messages, 16)), 16, 0.1);
  EXPECT_LE(least_crossing(lattice(plane), Weight::Bytes, 16), 2400);
  EXPECT_GE(least_crossing(lattice(plane), Weight::Bytes, 16), 2000);
  EXPECT_NEAR(static_cast<double>(least_crossing(lattice(space), Weight::Messages, 64)), 192, 1);
  EXPECT_NEAR(static_cast<double>(least_crossing(lattice(relabelled), Weight::Messages, 64)), 192, 1);
  EXPECT_EQ(least_crossing(lattice(space), Weight::Messages, 512), 0);
}

TEST(LeastCrossing, OfRingsIsNearWhatBlocksCut) {
  const Affinity torus = lattice({{16, 16, 16}, {1, 1, 1}});  // blocks of 4 x 4 x 4 cut 3 x 16 x 16 x 4
  EXPECT_LE(least_crossing(torus, Weight::Messages, 64), 3072);
  EXPECT_GE(least_crossing(torus, Weight::Messages, 64), 2400);
}

TEST(LeastCrossing, IsExactWhereAllExchangeWithAll) {
  std::vector<Traffic> traffic;
  for (Role a = 0; a < 12; ++a) {
    for (Role b = 0; b < 12; ++b) {
      if (a != b) traffic.push_back({a, b, 7, 1});
    }
  }
  EXPECT_EQ(least_crossing(Affinity::from_traffic(12, traffic), Weight::Bytes, 4), 12 * 8 * 7);
  Affinity groups = Affinity::from_traffic(12, {});
  groups.add_groups({{{0, 1, 2, 3, 4, 5}, std::vector<std::uint64_t>(6, 500), std::vector<std::uint64_t>(6, 5)}});
  EXPECT_EQ(least_crossing(groups, Weight::Bytes, 2), 6 * 400);
  EXPECT_EQ(least_crossing(groups, Weight::Messages, 2), 6 * 4);
  EXPECT_EQ(least_crossing(groups, Weight::Bytes, 6), 0);
}

TEST(LeastCrossing, OfNoTrafficIsNone) {
  EXPECT_EQ(least_crossing(Affinity::from_traffic(8, {}), Weight::Bytes, 2), 0);
  EXPECT_EQ(least_crossing(Affinity::from_traffic(2, {{0, 0, 5, 1}}), Weight::Bytes, 1), 0);
  EXPECT_EQ(least_crossing(Affinity::from_traffic(2, {{0, 1, 5, 1}}), Weight::Bytes, 0), 5);
}

}  // namespace
}  // namespace topomorph::bounds
