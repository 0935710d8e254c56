// Tests the properties of every shape (symmetry, triangle inequality), distances counted by hand, and short forms.
#include <algorithm>
#include <bit>

#include "core/model/tree.h"
#include "core/topology/shapes/dragonfly.h"
#include "core/topology/shapes/grid.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class EveryShape : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryShape, HasDistancesOfAMetric) {
  const auto topology = parse_topology(GetParam());
  const Slot slots = topology->slots();
  ASSERT_LE(slots, 200U);
  for (Slot a = 0; a < slots; ++a) {
    EXPECT_EQ(topology->distance(a, a), 0U);
    for (Slot b = 0; b < slots; ++b) {
      const std::uint64_t direct = topology->distance(a, b);
      ASSERT_EQ(direct, topology->distance(b, a)) << a << " " << b;
      ASSERT_EQ(direct == 0, a == b) << a << " " << b;
      for (Slot via = 0; via < slots; ++via) {
        ASSERT_LE(direct, topology->distance(a, via) + topology->distance(via, b)) << a << " " << via << " " << b;
      }
    }
  }
  EXPECT_FALSE(topology->describe().empty());
}

INSTANTIATE_TEST_SUITE_P(Shapes, EveryShape,
                         ::testing::Values("mesh:8x8", "mesh:5x1x7", "mesh:3x4x5@2:3:7", "torus:2x4x8", "torus:5x7@3:2",
                                           "torus:1", "hcub:6", "cmplt:17", "cmpltw:1,5,3", "tleaf:3,4,40,2,9,6,1",
                                           "dragonfly:9x4x2", "dragonfly:5x4x2x3", "dragonfly:2x3x4x2",
                                           "dragonfly:1x4x4", "dragonfly:4x4x3@2:2:9", "torus:3x3+tree:4:2",
                                           "dragonfly:3x2x2+tree:4:2",
                                           "torus:4x2+tree:2+synthetic:pack:2 core:2 pu:1"));

TEST(Mesh, CountsHopsAsScotchDoes) {
  const auto mesh = parse_topology("mesh:3x4x5");
  for (Slot a = 0; a < 60; ++a) {
    for (Slot b = 0; b < 60; ++b) {
      const auto apart = [](Slot x, Slot y) { return x < y ? y - x : x - y; };
      EXPECT_EQ(mesh->distance(a, b), apart(a % 3, b % 3) + apart(a / 3 % 4, b / 3 % 4) + apart(a / 12, b / 12));
    }
  }
  EXPECT_EQ(parse_topology("mesh:3x4x5@2:3:7")->distance(0, 59), 2U * 2 + 3 * 3 + 4 * 7);
  EXPECT_EQ(parse_topology("mesh:3x4@5")->distance(0, 11), 25U);  // one cost for all dimensions
}

TEST(Torus, TakesTheShorterWayRound) {
  const auto torus = parse_topology("torus:2x4x8");
  for (Slot a = 0; a < 64; ++a) {
    for (Slot b = 0; b < 64; ++b) {
      const auto apart = [](Slot x, Slot y, Slot size) {
        return std::min((x + size - y) % size, (y + size - x) % size);
      };
      EXPECT_EQ(torus->distance(a, b),
                apart(a % 2, b % 2, 2) + apart(a / 2 % 4, b / 2 % 4, 4) + apart(a / 8, b / 8, 8));
    }
  }
}

TEST(Hypercube, CountsDifferentBits) {
  const auto cube = parse_topology("hcub:10");
  ASSERT_EQ(cube->slots(), 1024U);
  EXPECT_EQ(cube->describe(), "hypercube of 10 dimensions");
  for (Slot a = 0; a < 1024; a += 7) {
    for (Slot b = 0; b < 1024; ++b) EXPECT_EQ(cube->distance(a, b), static_cast<unsigned>(std::popcount(a ^ b)));
  }
  EXPECT_EQ(GridTopology({{2, false, 3}, {2, false, 3}}).distance(0, 3), 6U);
  EXPECT_EQ(GridTopology({{2, false, 3}, {2, false, 5}}).distance(0, 2), 5U);
}

TEST(TreeLeaves, AddUpTheCostsBelowWhereTheyMeet) {
  const auto tree = parse_topology("tleaf:4,180,24,90,2,9,2,3,6,1");  // plafrim2 of netloc's tests
  ASSERT_EQ(tree->slots(), 4U * 24 * 2 * 2 * 6);
  EXPECT_EQ(tree->distance(0, 1), 1U);
  EXPECT_EQ(tree->distance(0, 6), 1U + 3);
  EXPECT_EQ(tree->distance(0, 12), 1U + 3 + 9);
  EXPECT_EQ(tree->distance(0, 24), 1U + 3 + 9 + 90);
  EXPECT_EQ(tree->distance(0, 24 * 24), 1U + 3 + 9 + 90 + 180);
  EXPECT_EQ(parse_topology("tleaf:5,4,180,24,90,2,9,2,3,6,1")->distance(0, 2303),
            283U);  // with the number of levels first
  EXPECT_INPUT_ERROR(parse_topology("tleaf:2,4,180,24,90,2,9"), "found 2 levels for 3 pairs");
}

TEST(TreeLeaves, TheWordHostChangesNoDistance) {
  const auto plain = parse_topology("tleaf:4,180,3,90,2,9,2,3"),
             named = parse_topology("tleaf:4,180,3,90,host,2,9,2,3");
  const auto counted = parse_topology("tleaf:4,4,180,3,90,host,2,9,2,3"),
             upward = parse_topology("tree:2:2:host:3:4@3:12:102:282");
  for (Slot a = 0; a < plain->slots(); ++a) {
    for (Slot b = 0; b < a; ++b) {
      ASSERT_EQ(named->distance(a, b), plain->distance(a, b));
      ASSERT_EQ(counted->distance(a, b), plain->distance(a, b));
      ASSERT_EQ(upward->distance(a, b), plain->distance(a, b));
    }
  }
  for (const auto& tree : {named, counted, upward}) EXPECT_EQ(as_tree(*tree)->level(2).name, "host");
  EXPECT_INPUT_ERROR(parse_topology("tleaf:4,180,host"), "found the word host next to the slots");
  EXPECT_INPUT_ERROR(parse_topology("tree:host:4"), "found the word host next to the slots");
  EXPECT_INPUT_ERROR(parse_topology("tleaf:4,host,180"), "found the word host inside a pair");
  EXPECT_INPUT_ERROR(parse_topology("tree:4:host:2:host:3"), "found \"host\", expected a number");
}

TEST(Shapes, AreWhatScotchFilesOfTheSameNameAre) {
  const testing::TemporaryFolder folder;
  const std::vector<std::pair<std::string, std::string>> pairs = {{"mesh:5x3", "mesh2D 5 3"},
                                                                  {"torus:2x4x8", "torus3D 2 4 8"},
                                                                  {"hcub:5", "hcub 5"},
                                                                  {"cmplt:6", "cmplt 6"},
                                                                  {"cmpltw:4,1,2", "cmpltw 3 4 1 2"},
                                                                  {"torus:4x4x2x3", "torusXD 4 4 4 2 3"},
                                                                  {"mesh:2x3x4", "mesh3D 2 3 4"},
                                                                  {"tleaf:3,40,2,9,6,1", "tleaf 3 3 40 2 9 6 1"}};
  for (const auto& [form, file] : pairs) {
    const GivenTopology given = read_topology(form);
    const GivenTopology scotch = read_topology("scotch:" + folder.write("target", file + "\n"));
    ASSERT_EQ(given.topology->slots(), scotch.topology->slots()) << form;
    EXPECT_EQ(given.speeds, scotch.speeds) << form;
    for (Slot a = 0; a < given.topology->slots(); ++a) {
      for (Slot b = 0; b < a; ++b) ASSERT_EQ(given.topology->distance(a, b), scotch.topology->distance(a, b)) << form;
    }
  }
}

TEST(Dragonfly, HasTheDiameterOfMinimalRouting) {
  const auto dragonfly = parse_topology("dragonfly:9x4x2");  // 2 global links on each router: one to each other group
  ASSERT_EQ(dragonfly->slots(), 72U);
  std::uint64_t longest = 0, at_longest = 0;
  for (Slot b = 0; b < 72; ++b) {
    longest = std::max(longest, dragonfly->distance(0, b));
    at_longest += dragonfly->distance(0, b) == 5 ? 1 : 0;
  }
  EXPECT_EQ(longest, 5U);                    // host, local, global, local, host
  EXPECT_EQ(at_longest, 6U * 3 * 2);         // six groups on links of other routers, and three routers there without
                                             // that link
  EXPECT_EQ(dragonfly->distance(0, 1), 2U);  // on one router
  EXPECT_EQ(dragonfly->distance(0, 7), 3U);  // in one group
  EXPECT_EQ(parse_topology("dragonfly:9x4x2@10:100:1000")->distance(0, 1), 20U);
  EXPECT_EQ(parse_topology("dragonfly:9x4x2@10:100:1000")->distance(0, 7), 120U);
}

/// Returns the cheapest path of at most one local, one global and one local link, over links laid out by hand.
std::uint64_t searched_distance(const DragonflyTopology& dragonfly, std::uint64_t p, std::uint64_t q) {
  const DragonflyShape& shape = dragonfly.shape();
  std::uint64_t best = ~std::uint64_t{0};
  const std::uint64_t ports = shape.routers * shape.global_links, others = shape.groups - 1;
  for (std::uint64_t port = 0; port < ports / others * others; ++port) {
    const std::uint64_t group = p / shape.routers;
    if ((group + port % others + 1) % shape.groups != q / shape.routers) continue;
    const std::uint64_t from = group * shape.routers + port / shape.global_links;
    const std::uint64_t back = port / others * others + (others - 1 - port % others);
    const std::uint64_t to = q / shape.routers * shape.routers + back / shape.global_links;
    best = std::min(best, shape.global_cost + (from == p ? 0 : shape.local_cost) + (to == q ? 0 : shape.local_cost));
  }
  return best;
}

TEST(Dragonfly, TakesTheBestOfSeveralLinksBetweenGroups) {
  for (const DragonflyShape& shape : {DragonflyShape{5, 4, 1, 3, 1, 2, 5}, DragonflyShape{2, 3, 1, 2, 1, 2, 5},
                                      DragonflyShape{4, 4, 1, 5, 1, 2, 5}, DragonflyShape{7, 2, 1, 0, 1, 2, 5}}) {
    const DragonflyTopology dragonfly(shape);
    for (std::uint64_t p = 0; p < dragonfly.slots(); ++p) {
      for (std::uint64_t q = 0; q < dragonfly.slots(); ++q) {
        if (dragonfly.group_of_router(p) == dragonfly.group_of_router(q)) continue;
        ASSERT_EQ(dragonfly.distance(p, q), 2 + searched_distance(dragonfly, p, q))
            << shape.groups << " " << p << " " << q;
        const DragonflyTopology::GlobalLink link = dragonfly.global_link(p, q);
        EXPECT_EQ(dragonfly.group_of_router(link.from), dragonfly.group_of_router(p));
        EXPECT_EQ(dragonfly.group_of_router(link.to), dragonfly.group_of_router(q));
      }
    }
  }
}

TEST(Shapes, OfMillionsOfSlotsTakeNoTableAndNoTime) {
  EXPECT_EQ(parse_topology("mesh:50x50x50")->distance(0, 124999), 147U);
  EXPECT_EQ(parse_topology("torus:1024x1024")->distance(0, 512 * 1025), 1024U);
  EXPECT_EQ(parse_topology("hcub:20")->distance(0, (1 << 20) - 1), 20U);
  EXPECT_EQ(parse_topology("dragonfly:1025x64x16")->slots(), 1025U * 64 * 16);
  const auto composed = parse_topology("torus:32x32x16+tree:8:8");
  EXPECT_EQ(composed->slots(), 1U << 20);
  EXPECT_EQ(composed->distance(0, 64), 64U);
}

TEST(ShortForms, GiveSpeeds) {
  EXPECT_THAT(read_topology("cmpltw:1,5,3").speeds, ElementsAre(1, 5, 3));
  EXPECT_THAT(read_topology("cmpltw:5,5,5").speeds, IsEmpty());
  EXPECT_THAT(read_topology("cmpltw:1,5+tree:2").speeds, ElementsAre(1, 1, 5, 5));
}

TEST(ShortForms, SayWhatIsWrong) {
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"mesh:8xfoo", "topology \"mesh:8xfoo\": found \"foo\", expected a size"},
      {"mesh:", "topology \"mesh:\": found \"\", expected a size"},
      {"mesh:8x", "found \"\", expected a size"},
      {"mesh:-8", "found \"-8\", expected a size"},
      {"mesh:8x0", "topology \"mesh:8x0\": found a grid with a dimension of size 0, expected at least 1"},
      {"mesh:99999x99999", "found a grid of more than 268435456 slots"},
      {"torus:4x4@1:2:3", "found 3 costs for 2 dimensions, expected one each, or one"},
      {"torus:4x4@1:x", "found \"x\", expected the cost of a hop"},
      {"torus:4x4@0", "found cost 0, expected at least 1"},
      {"torus:4x4@4611686018427387904", "expected distances below 2^62"},
      {"hcub:x", "topology \"hcub:x\": found \"x\", expected a number of dimensions"},
      {"hcub:29", "found a grid of more than 268435456 slots"},
      {"hcub:1000000000", "found a hypercube of more than 268435456 slots"},
      {"hcub:0", "found a grid without dimensions"},
      {"cmplt:0", "topology \"cmplt:0\": found arity 0"},
      {"cmpltw:1,0", "found speed 0"},
      {"cmpltw:", "found \"\", expected the speed of a slot"},
      {"tleaf:4,180,24", "found 4 levels for 1 pairs"},
      {"tleaf:4,1,x", "found \"x\", expected an arity or the cost"},
      {"tleaf:2,18446744073709551615,2,1", "whose sum is 2^62 or more"},
      {"dragonfly:9x4", "found 2 sizes, expected GROUPSxROUTERSxHOSTS"},
      {"dragonfly:9x0x2", "size of 0"},
      {"dragonfly:9x4x2x0", "found 0 global links"},
      {"dragonfly:9x4x2x1", "found 4 global links for a group of a dragonfly, expected at least one to each of the 8"},
      {"dragonfly:9x4x2@1:2", "found 2 costs, expected HOST:LOCAL:GLOBAL"},
      {"dragonfly:9x4x2@1:0:2", "found a dragonfly's link of cost 0"},
      {"dragonfly:99999x99999x99999", "more than 268435456 slots"},
  };
  for (const auto& one : wrong) EXPECT_INPUT_ERROR(parse_topology(one.first), one.second) << one.first;
}

}  // namespace
}  // namespace topomorph::topology
