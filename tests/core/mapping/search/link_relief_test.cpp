// The busiest link of any network with routes gets less to do, and never more.
#include "core/mapping/search/link_relief.h"

#include "core/evaluation/cost_model.h"
#include "core/evaluation/prediction.h"
#include "core/formats/affinity_file.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/portfolio/map_by_cost.h"
#include "core/model/tree.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/routing_of.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

constexpr std::array<const char*, 4> kMatrices = {"amg2013-64", "npb-bt-64", "npb-cg-64", "npb-mg-64"};

evaluation::CostOptions bottleneck(const Topology& topology) {
  evaluation::CostOptions cost{evaluation::CostModel::Bottleneck, {}, 0};
  if (const auto* tree = dynamic_cast<const TreeTopology*>(&topology)) cost.costs = evaluation::assumed_costs(*tree);
  return cost;
}

MapOptions fast() {
  MapOptions options;
  options.preset = Preset::Fast;
  return options;
}

double busiest(const Affinity& affinity, const Topology& topology, const Mapping& mapping) {
  return evaluation::model_cost(affinity, topology, mapping, Weight::Bytes, bottleneck(topology));
}

TEST(BusiestRoutes, CarryLessThanUnderTheMappingForHops) {
  SKIP_WITHOUT(testing::data_file("matrices/npb-cg-64.mtx"));
  for (const char* spec : {"torus:4x16", "mesh:8x8", "dragonfly:4x4x4", "tree:4:4:4"}) {
    const auto topology = topology::parse_topology(spec);
    std::size_t better = 0;
    for (const char* name : kMatrices) {
      const Affinity affinity = formats::read_affinity(testing::data_file(std::string("matrices/") + name + ".mtx"));
      const double hops = busiest(affinity, *topology, map(affinity, *topology, fast()).mapping);
      const MapResult result = map_by_cost(affinity, *topology, fast(), bottleneck(*topology));
      const double relieved = busiest(affinity, *topology, result.mapping);
      EXPECT_NO_THROW(check_mapping(result.mapping, 64, 64));
      EXPECT_LE(relieved, hops * (1 + 1e-9)) << name << " on " << spec;
      better += relieved < 0.9 * hops ? 1 : 0;
    }
    EXPECT_GE(better, 1U) << spec;
  }
}

/// The placement handed over has 1468 on the busiest link; that of the least volume x distance 2009 with 759036.
TEST(BusiestRoutes, AreRelievedWithoutLongRoutesForNothing) {
  SKIP_WITHOUT(testing::data_file("networks/pipe-250.mtx"));
  const Affinity pipe = formats::read_affinity(testing::data_file("networks/pipe-250.mtx"));
  const auto torus = topology::parse_topology("torus:5x5x10");
  const MapResult result = map_by_cost(pipe, *torus, {}, bottleneck(*torus));
  EXPECT_LE(busiest(pipe, *torus, result.mapping) * evaluation::kAssumedPerDistance.bandwidth, 1.05 * 1468);
  EXPECT_LE(static_cast<double>(result.cost), 1.25 * 759036);
}

TEST(BusiestRoutes, LeavePinnedRolesWhereTheyAre) {
  const auto torus = topology::parse_topology("torus:4x4");
  const Affinity affinity = testing::random_affinity(16, 60, 3);
  MapOptions options = fast();
  options.pinned = {{0, 5}, {7, 0}};
  const MapResult result = map_by_cost(affinity, *torus, options, bottleneck(*torus));
  EXPECT_EQ(result.mapping[0], 5U);
  EXPECT_EQ(result.mapping[7], 0U);
  EXPECT_LE(busiest(affinity, *torus, result.mapping),
            busiest(affinity, *torus, map(affinity, *torus, options).mapping));
}

TEST(BusiestRoutes, OfPinnedRolesAreLeftAlone) {
  const auto torus = topology::parse_topology("torus:4x4");
  const Affinity affinity = testing::random_affinity(16, 60, 3);
  MapOptions options = fast();
  for (Role role = 0; role < 16; ++role) options.pinned.push_back({role, 15 - role});
  const MapResult result = map_by_cost(affinity, *torus, options, bottleneck(*torus));
  for (Role role = 0; role < 16; ++role) EXPECT_EQ(result.mapping[role], 15 - role);
}

/// What the search keeps of every link is what the judge finds: in the end it knows the busiest exactly.
TEST(BusiestRoutes, AreJudgedAsTheyAreSearched) {
  const auto dragonfly = topology::parse_topology("dragonfly:3x3x3");
  const auto routing = topology::routing_of(*dragonfly);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Affinity affinity = testing::random_affinity(20, 90, seed);
    MapOptions options;
    options.algorithm = "random";
    options.seed = seed;
    Mapping mapping = map(affinity, *dragonfly, options).mapping;
    const double before = evaluation::link_loads(affinity, *routing, mapping).busiest.front().load();
    options.preset = Preset::Fast;
    relieve_routes(affinity, *routing, dragonfly->slots(), options, Deadline(std::nullopt), mapping);
    EXPECT_NO_THROW(check_mapping(mapping, 20, 27));
    EXPECT_LT(evaluation::link_loads(affinity, *routing, mapping).busiest.front().load(), before) << seed;
  }
}

TEST(BusiestRoutes, AreRelievedTheSameEachTime) {
  const auto mesh = topology::parse_topology("mesh:8x8");
  const Affinity affinity = testing::random_affinity(60, 200, 9);
  const auto mapping = [&] { return map_by_cost(affinity, *mesh, fast(), bottleneck(*mesh)).mapping; };
  EXPECT_EQ(mapping(), mapping());
}

/// The real routes of a tree count, not its levels.
TEST(BusiestRoutes, OfATreeAreThoseThatWereGiven) {
  const auto tree = topology::parse_topology("tree:4:4@1:8");
  const auto torus = topology::parse_topology("torus:16");
  evaluation::CostOptions cost = bottleneck(*tree);
  cost.routing = topology::routing_of(*torus);
  const Affinity affinity = testing::random_affinity(16, 60, 2);
  const double by_routes =
      evaluation::model_cost(affinity, *tree, map_by_cost(affinity, *tree, fast(), cost).mapping, Weight::Bytes, cost);
  const double by_levels = evaluation::model_cost(
      affinity, *tree, map_by_cost(affinity, *tree, fast(), bottleneck(*tree)).mapping, Weight::Bytes, cost);
  EXPECT_LT(by_routes, by_levels);
}

/// Two levels with one bandwidth are the same distance by the model, but not to the busiest link.
TEST(BusiestRoutes, OfATreeCarryLessThanUnderTheMappingForHops) {
  std::vector<Traffic> faces;  // of 4 x 4 x 4 roles, most bytes along the third axis
  for (Role role = 0; role < 64; ++role) {
    if (role % 4 < 3) faces.push_back({role, role + 1, 38400, 1});
    if (role / 4 % 4 < 3) faces.push_back({role, role + 4, 12800, 1});
    if (role / 16 < 3) faces.push_back({role, role + 16, 384000, 1});
  }
  const auto affinity = Affinity::from_traffic(64, std::move(faces));
  const auto topology = topology::parse_topology("tree:4:4:4@1:16:32");
  evaluation::CostOptions cost = bottleneck(*topology);
  cost.costs.levels = {{0.4e-6, 20e9}, {1.6e-6, 1.25e9}, {2.2e-6, 1.25e9}};
  for (const Preset preset : {Preset::Fast, Preset::Default, Preset::Best}) {
    MapOptions options = fast();
    options.preset = preset;
    if (preset == Preset::Best) options.time_limit = 2;
    const auto judge = [&](const MapResult& result) {
      return evaluation::model_cost(affinity, *topology, result.mapping, Weight::Bytes, cost);
    };
    EXPECT_LE(judge(map_by_cost(affinity, *topology, options, cost)),
              judge(map(affinity, *topology, options)) * (1 + 1e-9));
  }
}

TEST(CostModelOnNetworks, BytesBetweenPlacesComeFirst) {
  const auto topology = topology::parse_topology("torus:2x2+tree:4");
  const evaluation::CostOptions cost{evaluation::CostModel::Bytes, {}, 0};
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const Affinity affinity = testing::random_affinity(16, 50, seed);
    const auto judge = [&](const Mapping& mapping) {
      return evaluation::model_cost(affinity, *topology, mapping, Weight::Bytes, cost);
    };
    EXPECT_LE(judge(map_by_cost(affinity, *topology, fast(), cost).mapping),
              judge(map(affinity, *topology, fast()).mapping))
        << seed;
  }
}

TEST(CostModelOnNetworks, CountsWhatLeavesAPlace) {
  const auto topology = topology::parse_topology("torus:3+tree:2");
  const Affinity affinity = Affinity::from_traffic(6, {{0, 1, 5, 1}, {0, 2, 7, 2}, {5, 0, 1, 4}});
  const auto judge = [&](evaluation::CostModel model, const Topology& on, const Mapping& mapping) {
    return evaluation::model_cost(affinity, on, mapping, Weight::Bytes, {model, {}, 0});
  };
  EXPECT_EQ(judge(evaluation::CostModel::Bytes, *topology, {0, 1, 2, 3, 4, 5}), 8);
  EXPECT_EQ(judge(evaluation::CostModel::Messages, *topology, {0, 1, 2, 3, 4, 5}), 6);
  const topology::RestrictedTopology part(topology, {5, 4, 3, 2, 1, 0});
  EXPECT_EQ(judge(evaluation::CostModel::Bytes, part, {0, 2, 1, 3, 4, 5}), 6) << "roles 0 and 2 are on slots 5 and 4";
}

TEST(CostModelOnNetworks, TimeIsLatencyAndBandwidthForEachHop) {
  const auto torus = topology::parse_topology("torus:8");
  evaluation::CostOptions cost{evaluation::CostModel::AlphaBeta, {}, 0};
  cost.per_distance = {1e-6, 1e9};
  const Affinity affinity = Affinity::from_traffic(8, {{0, 3, 1000, 10}, {7, 0, 500, 1}});
  EXPECT_DOUBLE_EQ(evaluation::model_cost(affinity, *torus, {0, 1, 2, 3, 4, 5, 6, 7}, Weight::Bytes, cost),
                   3 * (10e-6 + 1000 / 1e9) + 1e-6 + 500 / 1e9);
}

TEST(CostModelOnNetworks, LatencyCountsWhereItIsLong) {
  // bytes tie 0 to 1 and 2 to 3, messages tie 0 to 2 and 1 to 3; opposite corners of a ring are two hops apart
  const Affinity affinity =
      Affinity::from_traffic(4, {{0, 1, 1000, 1}, {2, 3, 1000, 1}, {0, 2, 10, 50}, {1, 3, 10, 50}, {0, 3, 100, 20}});
  const auto ring = topology::parse_topology("mesh:4");
  const auto map_with = [&](double latency) {
    evaluation::CostOptions cost{evaluation::CostModel::AlphaBeta, {}, 0};
    cost.per_distance = {latency, 1e7};
    const Mapping mapping = map_by_cost(affinity, *ring, {}, cost).mapping;
    return std::pair(ring->distance(mapping[0], mapping[1]), ring->distance(mapping[0], mapping[2]));
  };
  EXPECT_EQ(map_with(1e-9).first, 1U);
  EXPECT_EQ(map_with(1e-3).second, 1U);
}

TEST(CostModelOnNetworks, IsRefusedWhereItSaysNothing) {
  const auto mesh = topology::parse_topology("mesh:2x2");
  const Affinity affinity = testing::random_affinity(4, 6, 1);
  EXPECT_INPUT_ERROR(map_by_cost(affinity, *mesh, {}, {evaluation::CostModel::Bytes, {}, 0}),
                     "--cost bytes: found a mesh of 2 x 2, expected a topology that tells its hosts");
  EXPECT_INPUT_ERROR(
      evaluation::model_cost(affinity, *mesh, {0, 1, 2, 3}, Weight::Bytes, {evaluation::CostModel::Messages, {}, 0}),
      "--cost messages: found a mesh of 2 x 2");
}

}  // namespace
}  // namespace topomorph::mapping
