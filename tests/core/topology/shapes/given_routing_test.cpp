// Tests real routes from a source, combined with the routes of shapes.
#include "core/topology/spec.h"
#include "tests/core/testing.h"
#include "tests/core/topology/shapes/shapes.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;
using testing::names;

/// Cables of 100 Gbit/s at the first host and 50 at the others, through one switch; hosts have `each` slots.
class Star final : public Routing {
 public:
  explicit Star(std::uint64_t hosts, std::uint64_t each = 1) : hosts_(hosts), each_(each) {}

  std::uint64_t links() const override { return 2 * hosts_; }
  std::string name(Link link) const override {
    return (link < hosts_ ? "out " : "in ") + std::to_string(link % hosts_);
  }
  double bandwidth(Link link) const override { return link % hosts_ == 0 ? 100 : 50; }
  void route(Slot a, Slot b, std::vector<Link>& path) const override {
    if (a / each_ == b / each_) return;
    path.push_back(a / each_);
    path.push_back(hosts_ + b / each_);
  }

 private:
  std::uint64_t hosts_, each_;
};

TEST(GivenRouting, StandsInForTheShapes) {
  const auto mesh = parse_topology("mesh:4@3");
  const auto routing = routing_of(*mesh, std::make_shared<Star>(4));
  EXPECT_THAT(names(*routing, 0, 3), ElementsAre("out 0", "in 3"));
  EXPECT_DOUBLE_EQ(routing->bandwidth(0), 1.0 / 3) << "as the distance to the nearest";
  EXPECT_DOUBLE_EQ(routing->bandwidth(1), 0.5 / 3) << "half as fast";
}

TEST(GivenRouting, LeadsBetweenThePlacesOfANetwork) {
  const ComposedTopology composed(parse_topology("mesh:2"), {parse_topology("tree:2"), parse_topology("tree:2")}, 8);
  const auto routing = routing_of(composed, std::make_shared<Star>(2));
  EXPECT_THAT(names(*routing, 1, 2), ElementsAre("place 0: slot 1 up", "out 0", "in 1", "place 1: slot 0 down"));
  EXPECT_DOUBLE_EQ(routing->bandwidth(0), 1.0 / 8);
}

TEST(GivenRouting, LeadsBetweenTheHostsOfATree) {
  const TreeTopology tree({{"package", 1, {0, 2, 4, 6, 8}}, {"host", 2, {0, 4, 8}}, {"", 32, {0, 8}}});
  const auto routing = routing_of(tree, std::make_shared<Star>(2, 4));
  EXPECT_THAT(names(*routing, 1, 2), ElementsAre("slot 1 up", "package 0 up", "package 1 down", "slot 2 down"));
  EXPECT_THAT(names(*routing, 1, 7),
              ElementsAre("slot 1 up", "package 0 up", "out 0", "in 1", "package 3 down", "slot 7 down"));
  EXPECT_DOUBLE_EQ(routing->bandwidth(0), 1.0 / 32);
}

TEST(GivenRouting, LeadsBetweenSlotsThatAreHosts) {
  const TreeTopology tree({{"leaf", 2, {0, 2, 4}}, {"", 4, {0, 4}}});
  EXPECT_THAT(names(*routing_of(tree, std::make_shared<Star>(4)), 1, 2), ElementsAre("out 1", "in 2"));
}

}  // namespace
}  // namespace topomorph::topology
