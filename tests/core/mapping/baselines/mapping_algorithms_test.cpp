// Tests of PaCMap and its baselines: valid and repeatable on every kind of topology.
#include <set>

#include <fmt/format.h>

#include "core/base/random.h"
#include "core/evaluation/evaluate.h"
#include "core/formats/affinity_file.h"
#include "core/mapping/baselines/geometric_bisection.h"
#include "core/mapping/baselines/pairwise_exchange.h"
#include "core/mapping/baselines/recursive_bisection.h"
#include "core/mapping/baselines/reverse_cuthill_mckee.h"
#include "core/mapping/portfolio/map.h"
#include "core/model/cartesian_pattern.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/spec.h"
#include "tests/core/mapping/options.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

constexpr const char* kAlgorithms[] = {"pacmap", "rcm", "rgrb", "rgeob", "mpipp"};

std::vector<std::shared_ptr<const Topology>> topologies(const testing::TemporaryFolder& folder) {
  const std::string ring = folder.write("ring.graph", "6 6\n2 6\n1 3\n2 4\n3 5\n4 6\n5 1\n");
  std::vector<std::shared_ptr<const Topology>> all;
  for (const std::string& spec :
       {std::string("torus:4x4x2"), std::string("mesh:5x7"), std::string("hcub:5"), std::string("tree:4:2:4"),
        std::string("dragonfly:5x4x2"), "graph:" + ring + "+tree:6", std::string("torus:3x3+tree:2:2"),
        std::string("cmplt:33")}) {
    all.push_back(topology::parse_topology(spec));
  }
  std::vector<Slot> free;
  for (Slot slot = 0; slot < 125; ++slot) {
    if (slot * 11 % 7 < 2) free.push_back(slot);
  }
  all.push_back(topology::restrict_to(topology::parse_topology("torus:5x5x5"), free));  // 36 of 125 hosts
  return all;
}

TEST(AllocationAlgorithms, AreValidAndDeterministicOnEveryKindOfTopology) {
  const testing::TemporaryFolder folder;
  for (const auto& topology : topologies(folder)) {
    for (const std::uint64_t roles : {topology->slots(), topology->slots() - 5, std::uint64_t{1}}) {
      const Affinity affinity = testing::random_affinity(roles, roles == 1 ? 0 : 4 * roles, 7);
      for (const char* algorithm : kAlgorithms) {
        const MapResult result = map(affinity, *topology, with_algorithm(algorithm));  // checks the mapping
        EXPECT_EQ(result.algorithm, algorithm);
        EXPECT_EQ(std::set<Slot>(result.mapping.begin(), result.mapping.end()).size(), roles);
        EXPECT_EQ(map(affinity, *topology, with_algorithm(algorithm)).mapping, result.mapping) << algorithm;
      }
    }
  }
}

TEST(AllocationAlgorithms, AreBetterThanChanceOnAStencil) {
  const auto torus = topology::parse_topology("torus:4x4x4");
  const Affinity affinity = parse_cart_affinity("cart:4x4x4");
  Cost chance = 0;  // sum over ten random orders
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    MapOptions options = with_algorithm("random");
    options.seed = seed;
    chance += map(affinity, *torus, options).cost;
  }
  for (const char* algorithm : kAlgorithms) {
    EXPECT_LT(map(affinity, *torus, with_algorithm(algorithm)).cost * 10, chance) << algorithm;
  }
}

TEST(AllocationAlgorithms, NothingToSayIsMapped) {
  const Affinity silent = Affinity::from_traffic(9, {});
  for (const char* algorithm : kAlgorithms) {
    EXPECT_EQ(map(silent, *topology::parse_topology("mesh:3x4"), with_algorithm(algorithm)).mapping.size(), 9U)
        << algorithm;
  }
}

TEST(ReverseCuthillMcKee, FindsThePathInAShuffledPath) {
  const std::vector<Vertex> place = Random(4).permutation<Vertex>(50);
  std::vector<Traffic> traffic;
  for (std::size_t i = 1; i < 50; ++i) traffic.push_back({place[i - 1], place[i], 1, 1});
  const std::vector<Vertex> order =
      reverse_cuthill_mckee(scaled_graph(Affinity::from_traffic(50, traffic), Weight::Bytes, 50, 1 << 20));
  std::vector<Vertex> expected = place;
  if (order.front() != place.front()) std::reverse(expected.begin(), expected.end());
  EXPECT_EQ(order, expected);
}

TEST(ReverseCuthillMcKee, GridsGetTheBandwidthOfTheirShorterSide) {
  const Affinity grid = parse_cart_affinity("cart:4x20");
  const std::vector<Vertex> order = reverse_cuthill_mckee(scaled_graph(grid, Weight::Bytes, 80, 1 << 20));
  std::vector<std::int64_t> position(80);
  for (std::size_t i = 0; i < 80; ++i) position[order[i]] = static_cast<std::int64_t>(i);
  for (Role a = 0; a < 80; ++a) {
    for (const AffinityEntry& entry : grid.row(a)) EXPECT_LE(std::abs(position[a] - position[entry.destination]), 4);
  }
}

TEST(GeometricBisection, PutsAGridOnTheSameGrid) {
  for (const auto& [cart, mesh] : {std::pair("cart:8x8", "mesh:8x8"), std::pair("cart:4x4x4", "mesh:4x4x4"),
                                   std::pair("cart:16x4", "mesh:16x4")}) {
    MapOptions options = with_algorithm("rgeob");
    options.grid = pattern_of_affinity(cart);
    const Affinity affinity = formats::read_affinity(cart);
    EXPECT_EQ(map(affinity, *topology::parse_topology(mesh), options).cost, Cost{affinity.entries()}) << cart;
  }
}

TEST(GeometricBisection, FlatStencilInACubeAsInThePaper) {
  MapOptions options = with_algorithm("rgeob");
  options.grid = pattern_of_affinity("cart:2x8x32");
  const Affinity affinity = formats::read_affinity("cart:2x8x32");
  EXPECT_EQ(map(affinity, *topology::parse_topology("mesh:2x8x32"), options).cost, Cost{affinity.entries()});
  // section 2.3 has 1.92 hops on average; it does not say how halves with equal sides are cut
  EXPECT_LE(map(affinity, *topology::parse_topology("mesh:8x8x8"), options).cost * 100, Cost{affinity.entries()} * 192);
}

TEST(GraphBisection, SeparatesWhatDoesNotTalk) {
  std::vector<Traffic> traffic;  // traffic among even roles, and among odd ones
  for (Role a = 0; a < 16; ++a) {
    for (Role b = 0; b < 16; ++b) {
      if (a != b && a % 2 == b % 2) traffic.push_back({a, b, 5, 1});
    }
  }
  const Mapping mapping =
      map(Affinity::from_traffic(16, traffic), *topology::parse_topology("tree:8:2@1:50"), with_algorithm("rgrb"))
          .mapping;
  for (Role role = 2; role < 16; ++role) EXPECT_EQ(mapping[role] / 8, mapping[role % 2] / 8) << role;
}

TEST(GraphBisection, KeepsNeighboursNearAlsoWithManyRoles) {
  std::vector<Traffic> ring;
  const Role roles = 2500;
  for (Role role = 0; role < roles; ++role) ring.push_back({role, (role + 7 * 11) % roles, 1, 1});
  const Affinity affinity = Affinity::from_traffic(roles, ring);
  ASSERT_GT(roles, kMostGraphSlots);
  const auto mesh = topology::parse_topology("mesh:50x50");
  const MapResult result = map(affinity, *mesh, with_algorithm("rgrb"));
  EXPECT_LT(result.cost, map(affinity, *mesh, with_algorithm("identity")).cost);
}

TEST(GraphBisection, SetsThatAreTooLargeForAllPairsAreHalvedBetweenLayers) {
  const Affinity stencil = parse_cart_affinity("cart:16x16x16");
  const auto torus = topology::parse_topology("torus:16x16x16");
  ASSERT_GT(torus->slots(), kMostGraphSlots);
  const MapResult result = map(stencil, *torus, with_algorithm("rgrb"));
  EXPECT_EQ(map(stencil, *torus, with_algorithm("rgrb")).mapping, result.mapping);
  EXPECT_LT(result.cost * 3, map(stencil, *torus, with_algorithm("random")).cost);
}

TEST(GeometricBisection, KnowsTheCoordinatesOfAFile) {
  const testing::TemporaryFolder folder;
  std::string points, array = "%%MatrixMarket matrix array real general\n% a comment\n64 3\n";
  std::string columns[3];
  std::vector<Traffic> traffic;
  const std::vector<Vertex> label = Random(3).permutation<Vertex>(64);  // number of a cell -> role
  std::vector<Vertex> cell_of(64);
  for (Vertex cell = 0; cell < 64; ++cell) cell_of[label[cell]] = cell;
  for (Vertex role = 0; role < 64; ++role) {
    const double at[3] = {cell_of[role] % 4 * 0.5 - 7, cell_of[role] / 4 % 4 * 0.5, -0.5 * (cell_of[role] / 16)};
    points += fmt::format("{} {} {}\n", at[0], at[1], at[2]);
    for (std::size_t d = 0; d < 3; ++d) columns[d] += fmt::format("{}\n", at[d]);
  }
  const Affinity grid = parse_cart_affinity("cart:4x4x4");
  for (Role cell = 0; cell < 64; ++cell) {
    for (const AffinityEntry& entry : grid.row(cell)) traffic.push_back({label[cell], label[entry.destination], 1, 1});
  }
  const Affinity relabelled = Affinity::from_traffic(64, traffic);
  const auto mesh = topology::parse_topology("mesh:4x4x4");
  for (const std::string& text : {points, array + columns[0] + columns[1] + columns[2]}) {
    const MapResult result = map(relabelled, *mesh, with_algorithm("rgeob:" + folder.write("points", text)));
    EXPECT_EQ(result.cost, Cost{relabelled.entries()});
  }
}

TEST(GeometricBisection, RefusesCoordinatesOfOtherRoles) {
  const testing::TemporaryFolder folder;
  const Affinity affinity = parse_cart_affinity("cart:4");
  const auto mesh = topology::parse_topology("mesh:4");
  const auto refusal = [&](const std::string& text) {
    return map(affinity, *mesh, with_algorithm("rgeob:" + folder.write("points", text))).cost;
  };
  EXPECT_INPUT_ERROR(refusal("0 1\n1 1\n2 1\n"), "found coordinates of 3 roles, expected 4");
  EXPECT_INPUT_ERROR(refusal("0\n1\n2\n3\n4\n"), "found more coordinates than those of 4 roles");
  EXPECT_INPUT_ERROR(refusal("0 1\n1\n2 1\n3 1\n"), "points:2: found 1 coordinates, expected 2");
  EXPECT_INPUT_ERROR(refusal("0\n1 2\n2\n3\n"), "points:2: found more than 1 coordinates");
  EXPECT_INPUT_ERROR(refusal("0\nx\n2\n3\n"), "points:2: found \"x\", expected a coordinate");
  EXPECT_INPUT_ERROR(refusal("%%MatrixMarket matrix array real general\n3 1\n0\n1\n2\n"), "expected 4 rows");
  EXPECT_INPUT_ERROR(refusal("%%MatrixMarket matrix coordinate real general\n4 1\n"), "matrix array real general");
}

TEST(Mpipp, NoExchangeOfTwoSavesAnything) {
  const auto mesh = topology::parse_topology("mesh:4x5");
  const Affinity affinity = testing::random_affinity(17, 60, 11);
  const MapResult result = map(affinity, *mesh, with_algorithm("mpipp"));
  for (Role a = 0; a < 17; ++a) {
    for (Slot slot = 0; slot < 20; ++slot) {
      Mapping other = result.mapping;
      const auto there = std::find(other.begin(), other.end(), slot);
      if (there != other.end()) *there = other[a];
      other[a] = slot;
      EXPECT_GE(evaluation::evaluate(affinity, *mesh, other).hop_bytes, result.cost) << a << " " << slot;
    }
  }
}

TEST(Mpipp, RefusesManySlots) {
  const Affinity few = Affinity::from_traffic(2, {{0, 1, 1, 1}});
  EXPECT_INPUT_ERROR(map(few, *topology::parse_topology("mesh:100x100"), with_algorithm("mpipp")),
                     "expected at most 8192");
}

}  // namespace
}  // namespace topomorph::mapping
