// Distances and neighbourhoods as the mapper of networks has them, against the topology's own.
#include "core/mapping/slots/metric.h"

#include <numeric>

#include "core/topology/shapes/composed.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

std::vector<Slot> every(const Topology& topology, Slot step) {
  std::vector<Slot> slots;
  for (Slot slot = 0; slot < topology.slots(); slot += step) slots.push_back(slot);
  return slots;
}

/// Few slots are in a table, more are computed: in each way for each kind.
class MetricOf : public ::testing::TestWithParam<const char*> {};

TEST_P(MetricOf, HasTheTopologysDistances) {
  const auto topology = topology::parse_topology(GetParam());
  const auto part = std::make_shared<topology::RestrictedTopology>(topology, every(*topology, 2));
  for (const Topology* each : {topology.get(), static_cast<const Topology*>(part.get())}) {
    for (const Slot step : {1, 3}) {
      const std::vector<Slot> slots = every(*each, step);
      const Metric metric(*each, slots);
      for (Vertex a = 0; a < slots.size(); a += 7) {
        for (Vertex b = 0; b < slots.size(); b += 5) {
          ASSERT_EQ(metric.distance(a, b), static_cast<EdgeWeight>(each->distance(slots[a], slots[b])))
              << a << " " << b;
          ASSERT_LE(metric.distance(a, b), metric.largest());
        }
      }
    }
  }
}

TEST_P(MetricOf, NearSlotsAreTheNearest) {
  const auto topology = topology::parse_topology(GetParam());
  const Metric metric(*topology, every(*topology, 1));
  for (Vertex slot = 0; slot < metric.slots(); slot += 97) {
    EdgeWeight least = metric.largest();
    for (Vertex other = 0; other < metric.slots(); ++other) {
      if (other != slot) least = std::min(least, metric.distance(slot, other));
    }
    const auto near = metric.near(slot);
    ASSERT_FALSE(near.empty());
    EXPECT_EQ(metric.distance(slot, near[0]), least);
    for (std::size_t i = 0; i < near.size(); ++i) {
      EXPECT_NE(near[i], slot);
      EXPECT_LE(metric.distance(slot, near[0]), metric.distance(slot, near[i]));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, MetricOf,
                         ::testing::Values("mesh:9x11", "mesh:60x80", "torus:20x20x20", "torus:6x7x8x9", "hcub:6",
                                           "hcub:13", "mesh:5000", "dragonfly:9x8x4", "torus:8x8+tree:4:8"));

TEST(Metric, LargeDistancesAreScaled) {
  const auto topology = topology::parse_topology("tree:4:4@1:4000000000");
  const Metric metric(*topology, every(*topology, 1));
  EXPECT_LE(metric.largest(), Metric::kLargestDistance + 1);
  EXPECT_GT(metric.distance(0, 15), 1000 * std::max<EdgeWeight>(metric.distance(0, 1), 1));
}

}  // namespace
}  // namespace topomorph::mapping
