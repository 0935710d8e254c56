// Tests which topologies have routes.
#include "core/topology/shapes/network.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"
#include "tests/core/topology/shapes/shapes.h"

namespace topomorph::topology {
namespace {

/// A shape without routes.
class Unknown final : public OpaqueTopology {
 public:
  std::uint64_t slots() const override { return 2; }
  std::uint64_t distance(Slot a, Slot b) const override { return a == b ? 0 : 1; }
  std::string describe() const override { return "unknown"; }
};

TEST(RoutingOf, IsNothingWhereNobodyKnows) {
  const auto unknown = std::make_shared<Unknown>();
  EXPECT_EQ(routing_of(*unknown), nullptr);
  EXPECT_EQ(routing_of(RestrictedTopology(unknown, {1})), nullptr);
  EXPECT_EQ(routing_of(ComposedTopology(unknown, {unknown, unknown})), nullptr);
  const auto mesh = parse_topology("mesh:2");
  EXPECT_EQ(routing_of(ComposedTopology(mesh, {unknown, unknown})), nullptr);
}

TEST(RoutingOf, NeedsNoMemoryForTheSlotsOfAGrid) {
  const auto torus = parse_topology("torus:1024x512x256");
  const auto routing = routing_of(*torus);
  EXPECT_EQ(routing->links(), 6 * torus->slots());
  std::vector<Link> path;
  routing->route(0, torus->slots() - 1, path);
  EXPECT_EQ(path.size(), 3U);
  EXPECT_EQ(routing->name(path[2]), "(1023,511,0)->(1023,511,255)");
}

}  // namespace
}  // namespace topomorph::topology
