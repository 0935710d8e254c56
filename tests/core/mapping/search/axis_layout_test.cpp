// A layout with tables of prices judges moves as the layout does that asks for distances.
#include "core/mapping/search/axis_layout.h"

#include "core/base/random.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/search/instance.h"
#include "core/mapping/search/layout.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

class AxisLayoutOn : public ::testing::TestWithParam<const char*> {
 protected:
  AxisLayoutOn() : topology_(topology::parse_topology(GetParam())) {}

  std::shared_ptr<const Topology> topology_;
  Affinity affinity_ = testing::random_affinity(40, 500, 3);
  MapOptions options_;
  Workers workers_{1};
  Problem problem_{affinity_, *topology_, nullptr, options_, Deadline(std::nullopt), workers_, map};
  Instance instance_ = Instance::on_network(problem_);
};

TEST_P(AxisLayoutOn, JudgesAndMakesMovesAsDistancesDo) {
  ASSERT_TRUE(AxisLayout::suits(instance_.graph(), instance_.metric()));
  Assignment one(instance_.identity(), instance_.slots()), other = one;
  AxisLayout tables(instance_.graph(), one, instance_.metric());
  const auto between = [&](Vertex a, Vertex b) { return instance_.metric().distance(a, b); };
  Layout<Assignment, decltype(between)> plain(instance_.graph(), other, between);
  Random random(7);
  const EdgeWeight least = -instance_.graph().heaviest() * 1000 * instance_.metric().largest();
  for (int i = 0; i < 300; ++i) {
    const auto v = static_cast<Vertex>(random.below(instance_.vertices()));
    const auto to = static_cast<Vertex>(random.below(instance_.slots()));
    const Move move{v, to, one.vertex_on[to]};
    if (move.partner == v) continue;
    const EdgeWeight saved = plain.saved_by(move, least);
    ASSERT_EQ(tables.saved_by(move, least), saved);
    ASSERT_LE(tables.saved_by(move, saved), saved) << "a worthless move is no better than it is";
    if (i % 2 == 0) continue;
    tables.make(move);
    plain.make(move);
    for (Vertex u = 0; u < instance_.vertices(); ++u) ASSERT_EQ(tables.cost_of(u), plain.cost_of(u));
  }
}

INSTANTIATE_TEST_SUITE_P(Grids, AxisLayoutOn, ::testing::Values("torus:6x8", "mesh:5x3x4@3:1:2", "hcub:6"));

TEST(AxisLayout, SuitsSumsOverAxesAndManyEdges) {
  const auto suits = [](const char* spec, std::size_t edges) {
    const auto topology = topology::parse_topology(spec);
    const Affinity affinity = testing::random_affinity(40, edges, 3);
    const MapOptions options;
    Workers workers(1);
    const Problem problem{affinity, *topology, nullptr, options, Deadline(std::nullopt), workers, map};
    const Instance instance = Instance::on_network(problem);
    return AxisLayout::suits(instance.graph(), instance.metric());
  };
  EXPECT_TRUE(suits("torus:6x8", 500));
  EXPECT_FALSE(suits("torus:6x8", 60)) << "few edges are quickly asked";
  EXPECT_FALSE(suits("torus:6x4+tree:2", 500)) << "inside hosts the distance is no sum";
  EXPECT_FALSE(suits("dragonfly:4x4x4", 500));
}

}  // namespace
}  // namespace topomorph::mapping
