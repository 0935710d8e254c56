// Tests of Scotch as a mapper, and of the repair of mappings with doubly used slots.
#include "core/evaluation/evaluate.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/starts/repair.h"
#include "core/mapping/starts/scotch_library.h"
#include "core/mapping/starts/scotch_mapper.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

class ScotchOn : public ::testing::TestWithParam<const char*> {};

TEST_P(ScotchOn, GivesAValidMappingTheSameEachTime) {
  const auto topology = topology::parse_topology(GetParam());
  for (const std::uint64_t roles : {topology->slots(), topology->slots() / 2}) {
    const Affinity affinity = testing::random_affinity(roles, 4 * roles, 3);
    MapOptions options;
    Workers workers(1);
    const Problem problem{affinity, *topology, nullptr, options, Deadline(std::nullopt), workers, map};
    const Mapping first = map_by_scotch(problem);
    const evaluation::Evaluation evaluation = evaluation::evaluate(affinity, *topology, first);
    EXPECT_TRUE(evaluation.valid) << evaluation.problem;
    EXPECT_EQ(map_by_scotch(problem), first);
    options.pinned = {{1, topology->slots() - 1}};
    EXPECT_EQ(map_by_scotch(problem)[1], topology->slots() - 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, ScotchOn,
                         ::testing::Values("mesh:8x8", "torus:4x4x4", "hcub:6", "tree:4:2:8@1:10:100",
                                           "dragonfly:5x4x2", "mesh:4x4x4x4"));

TEST(Scotch, LightEdgesAreLeftOut) {
  std::vector<Traffic> edges;  // a ring of heavy edges, renumbered, and light edges across
  for (Role role = 0; role < 64; ++role) {
    edges.push_back({role * 19 % 64, (role + 1) * 19 % 64, 1000, 1});
    edges.push_back({role, (role + 32) % 64, 1, 1});
  }
  const Affinity affinity = Affinity::from_traffic(64, std::move(edges));
  const auto topology = topology::parse_topology("torus:64");
  MapOptions options;
  options.of_scotch.sparse_factor = 0.5;
  Workers workers(1);
  const Problem problem{affinity, *topology, nullptr, options, Deadline(std::nullopt), workers, map};
  const Mapping sparse = map_by_scotch(problem);
  EXPECT_TRUE(evaluation::evaluate(affinity, *topology, sparse).valid);
  options.of_scotch.sparse_factor = 1;  // no edge is left: any order is as good
  EXPECT_TRUE(evaluation::evaluate(affinity, *topology, map_by_scotch(problem)).valid);
  EXPECT_NE(map_by_scotch(problem), sparse);
}

/// Light edges are found before weights shrink to Scotch's range; afterwards all of these would be 1.
TEST(Scotch, LightEdgesAreToldApartExactly) {
  std::vector<Traffic> edges;
  for (Role role = 0; role + 1 < 64; ++role) edges.push_back({role, role + 1, 937 + role, 1});  // 937 to 999
  const Graph graph = scaled_graph(Affinity::from_traffic(64, std::move(edges)), Weight::Bytes, 64, 1 << 20);
  const ScotchGraph half = scotch_graph(graph, 100, 0.96903);  // of 999: above 968.06
  EXPECT_EQ(half.neighbours.size(), 2U * 31);
  for (const std::int32_t weight : half.weights) EXPECT_EQ(weight, 1);
  EXPECT_EQ(scotch_graph(graph, 1 << 20, 0).neighbours.size(), 2U * 63);
  EXPECT_EQ(scotch_graph(graph, 1 << 20, 0).weights.front(), 937);
  EXPECT_EQ(scotch_graph(graph, 1 << 20, 1).neighbours.size(), 0U);
}

TEST(Scotch, TakesStrategiesByNameAndInItsOwnLanguage) {
  const Affinity affinity = testing::random_affinity(64, 300, 5);
  const auto topology = topology::parse_topology("mesh:8x8");
  MapOptions options;
  Workers workers(1);
  const Problem problem{affinity, *topology, nullptr, options, Deadline(std::nullopt), workers, map};
  for (const char* strategy : {"balance", "quality", "safety", "scalability", "speed", "r{sep=h{pass=10}}"}) {
    options.of_scotch.strategy = strategy;
    EXPECT_TRUE(evaluation::evaluate(affinity, *topology, map_by_scotch(problem)).valid) << strategy;
  }
  options.of_scotch.strategy = "fastest";
  EXPECT_INPUT_ERROR(map_by_scotch(problem), "the algorithm \"scotch\" failed");
  EXPECT_INPUT_ERROR(map(affinity, *topology, options), "found the strategy \"fastest\" for Scotch");  // auto too
}

TEST(Scotch, WhatItRefusesIsAnErrorByNameOnly) {
  ScotchGraph pair;
  pair.begin = {0, 1, 2};
  pair.neighbours = {1, 0};
  pair.weights = {1, 1};
  std::string error;
  EXPECT_TRUE(scotch_map(pair, "no such architecture", "speed", 1, Deadline(std::nullopt), error).empty());
  EXPECT_NE(error, "");
  EXPECT_TRUE(scotch_map(pair, "sub\n1 17\nmesh2D 7 5\n", "speed", 1, Deadline(std::nullopt), error).empty());
  if (testing::kSanitized) {
    EXPECT_NE(error, "");  // a sanitizer ends it with a report
  } else {
    EXPECT_EQ(error, "Scotch crashed");  // 7.0.3 does
  }
  EXPECT_EQ(scotch_map(pair, "cmplt 2", "speed", 1, Deadline(std::nullopt), error).size(), 2U);
}

/// Returns a path whose vertices have these numbers, with links of these lengths.
ScotchGraph path(const std::vector<std::int32_t>& lengths) {
  ScotchGraph graph;
  const auto vertices = static_cast<std::int32_t>(lengths.size() + 1);
  for (std::int32_t v = 0; v < vertices; ++v) {
    if (v > 0) graph.neighbours.push_back(v - 1), graph.weights.push_back(lengths[v - 1]);
    if (v + 1 < vertices) graph.neighbours.push_back(v + 1), graph.weights.push_back(lengths[v]);
    graph.begin.push_back(static_cast<std::int32_t>(graph.neighbours.size()));
  }
  return graph;
}

class ScotchMachines : public ::testing::TestWithParam<Decomposition> {};
INSTANTIATE_TEST_SUITE_P(Decompositions, ScotchMachines,
                         ::testing::Values(Decomposition::Bisected, Decomposition::Coarsened));

TEST_P(ScotchMachines, PartsAreIndicesOfTerminals) {
  const ScotchMachine some{path({1, 5, 1, 5, 1, 5, 1}), {1, 2, 4, 7}, GetParam()};
  const ScotchMachine all{path({1, 5, 1}), {0, 1, 2, 3}, GetParam()};
  for (const ScotchMachine& machine : {some, all}) {
    std::string error;
    auto parts = scotch_map(path({9, 9, 9}), machine, "quality", 1, Deadline(std::nullopt), error);
    EXPECT_EQ(error, "");
    EXPECT_EQ(scotch_map(path({9, 9, 9}), machine, "quality", 1, Deadline(std::nullopt), error), parts);
    ASSERT_EQ(parts.size(), 4U);
    for (const std::int32_t part : parts) EXPECT_TRUE(part >= 0 && part < 4) << part;
  }
}

TEST_P(ScotchMachines, FollowTheLinks) {
  const ScotchMachine pairs{path({1, 100, 1}), {0, 1, 2, 3}, GetParam()};
  ScotchGraph roles;  // 0 with 2, 1 with 3, and little between
  roles.begin = {0, 1, 2, 3, 4};
  roles.neighbours = {2, 3, 0, 1};
  roles.weights = {50, 50, 50, 50};
  std::string error;
  const auto parts = scotch_map(roles, pairs, "quality", 1, Deadline(std::nullopt), error);
  ASSERT_EQ(parts.size(), 4U) << error;
  EXPECT_EQ(parts[0] / 2, parts[2] / 2);
  EXPECT_EQ(parts[1] / 2, parts[3] / 2);
  EXPECT_NE(parts[0] / 2, parts[1] / 2);
}

TEST(Scotch, TakesTablesOfSomeThousandSlots) {
  const auto table = topology::parse_topology("dragonfly:10x10x12");
  const Affinity some = testing::random_affinity(1100, 3000, 1);
  MapOptions options;
  options.algorithm = "scotch";
  options.preset = Preset::Fast;
  EXPECT_TRUE(evaluation::evaluate(some, *table, map(some, *table, options).mapping).valid);

  const auto large = topology::parse_topology("dragonfly:20x20x22");  // would take a gigabyte
  const Affinity many = testing::random_affinity(8500, 9000, 1);
  EXPECT_INPUT_ERROR(map(many, *large, options), "expected at most 8192");
  options.algorithm = "auto";
  options.time_limit = 2;
  EXPECT_TRUE(evaluation::evaluate(many, *large, map(many, *large, options).mapping).valid);
}

TEST(Repair, MovesDoubledRolesToSlotsNearby) {
  const Affinity affinity = Affinity::from_traffic(4, {{0, 1, 10, 1}, {2, 3, 10, 1}});
  for (const char* spec : {"mesh:8", "tree:2:4@1:10"}) {
    const auto topology = topology::parse_topology(spec);
    Mapping mapping = {0, 0, 6, 6};
    EXPECT_EQ(repair(mapping, affinity, *topology), 2U) << spec;
    const evaluation::Evaluation evaluation = evaluation::evaluate(affinity, *topology, mapping);
    EXPECT_TRUE(evaluation.valid) << spec << ": " << evaluation.problem;
    EXPECT_EQ(evaluation::to_string(evaluation.hop_bytes), "20") << spec;
    Mapping full = {0, 0, 1, 1};
    EXPECT_EQ(repair(full, affinity, *topology, 2), 0U) << spec;
  }
}

TEST(Repair, TooManyRolesAreRefused) {
  const Affinity affinity = testing::random_affinity(5, 5, 1);
  Mapping mapping = {0, 0, 1, 1, 1};
  EXPECT_INPUT_ERROR(repair(mapping, affinity, *topology::parse_topology("mesh:4")), "do not fit on 4 slots");
}

}  // namespace
}  // namespace topomorph::mapping
