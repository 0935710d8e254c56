// A topology of a measured network brings its costs along.
#include "core/evaluation/level_costs.h"

#include <cmath>

#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::evaluation {
namespace {

constexpr const char* kNetwork =
    "topomorph-measured 1\nlevel cluster 76 35.4 5 1.6\nlevel group 10 28 12.5 12.25\n"
    "host node0 0\nhost node1 0\nhost node2 1\nhost node3 1\n";

class CarriedCosts : public ::testing::Test {
 protected:
  std::optional<TreeCosts> costs_of_spec(const std::string& spec) const {
    const auto topology = topology::parse_topology(spec);
    return carried_costs(spec, *as_tree(*topology));
  }

  testing::TemporaryFolder folder_;
  const std::string measured_ = "measured:" + folder_.write("net+work", kNetwork);
};

TEST_F(CarriedCosts, AreThoseOfAPairAlone) {
  const auto costs = costs_of_spec(measured_);
  ASSERT_TRUE(costs && costs->levels.size() == 2);
  EXPECT_FALSE(costs->assumed);
  EXPECT_DOUBLE_EQ(costs->levels[0].latency, 28e-6);
  EXPECT_DOUBLE_EQ(costs->levels[0].bandwidth, 12.5e6);
  EXPECT_DOUBLE_EQ(costs->levels[1].latency, 35.4e-6);
  EXPECT_DOUBLE_EQ(costs->levels[1].bandwidth, 5e6);
}

TEST_F(CarriedCosts, InsideHostsAreAssumed) {
  const std::string spec = measured_ + "+tree:2:4";
  const auto costs = costs_of_spec(spec);
  ASSERT_TRUE(costs && costs->levels.size() == 4);
  EXPECT_FALSE(costs->assumed);
  const TreeCosts assumed = assumed_costs(*as_tree(*topology::parse_topology(spec)));
  for (const std::size_t level : {0, 1})
    EXPECT_DOUBLE_EQ(costs->levels[level].bandwidth, assumed.levels[level].bandwidth);
  EXPECT_DOUBLE_EQ(costs->levels[2].bandwidth, 12.5e6);
  EXPECT_DOUBLE_EQ(costs->levels[3].bandwidth, 5e6);
}

TEST_F(CarriedCosts, OtherTopologiesCarryNone) {
  EXPECT_FALSE(costs_of_spec("tree:2:2"));
  EXPECT_FALSE(costs_of_spec("tree:2:2+tree:4"));
  EXPECT_FALSE(carried_costs("", TreeTopology({{"group", 1, {0, 4}}})));
  EXPECT_FALSE(carried_costs(measured_, TreeTopology({{"host", 1, {0, 4}}}))) << "no level of the file";
  EXPECT_INPUT_ERROR(carried_costs("measured:nowhere", TreeTopology({{"group", 1, {0, 4}}})), "nowhere: ");
}

TreeCosts costs_of_tree(const std::string& spec, const std::string& numbers) {
  return costs_of(*as_tree(*topology::parse_topology(spec)), read_level_costs(numbers));
}

TEST(Uplinks, CarryWhatTheirLevelIsGiven) {
  const TreeCosts costs = costs_of_tree("tree:1:host:4:2", "1/8000:2/1250:3/5000");
  ASSERT_EQ(costs.uplinks.size(), 3U);
  EXPECT_DOUBLE_EQ(costs.uplink(1), 1250e6) << "of a host";
  EXPECT_DOUBLE_EQ(costs.uplink(2), 5000e6) << "of a switch: four hosts send as fast as each can";
  EXPECT_DOUBLE_EQ(costs.levels[2].bandwidth, 1250e6) << "of a pair: its hosts' links";
}

TEST(Uplinks, CarryAsMuchAsTheirCables) {
  const TreeCosts given = costs_of_tree("tree:1:host:4/2:2", "1/8000:2/1250:3/1250");
  EXPECT_DOUBLE_EQ(given.uplink(1), 1250e6);
  EXPECT_DOUBLE_EQ(given.uplink(2), 2500e6);
  EXPECT_DOUBLE_EQ(given.levels[2].bandwidth, 1250e6);
  const TreeCosts assumed = assumed_costs(*as_tree(*topology::parse_topology("tree:4/2:3/6:2@1:1:1")));
  EXPECT_DOUBLE_EQ(assumed.uplink(0), 10e9);
  EXPECT_DOUBLE_EQ(assumed.uplink(1), 20e9);
  EXPECT_DOUBLE_EQ(assumed.uplink(2), 120e9);
}

TEST(Uplinks, AreAsFastAsAPairWhereNothingIsKnown) {
  const TreeCosts costs = assumed_costs(*as_tree(*topology::parse_topology("tree:4:3@1:5")));
  EXPECT_DOUBLE_EQ(costs.uplink(1), costs.levels[1].bandwidth);
  EXPECT_DOUBLE_EQ((TreeCosts{{{0, 3}, {0, 2}}, false}.uplink(1)), 2);
}

TEST(Uplinks, OfAMeasuredNetworkCarryAllThatIsLoadedAtOnce) {
  const testing::TemporaryFolder folder;
  const std::string spec = "measured:" + folder.write("net", kNetwork) + "+tree:2";
  const auto costs = carried_costs(spec, *as_tree(*topology::parse_topology(spec)));
  ASSERT_TRUE(costs);
  EXPECT_DOUBLE_EQ(costs->uplink(1), 12.5e6) << "a host alone";
  EXPECT_DOUBLE_EQ(costs->uplink(2), 2 * 1.6e6) << "two hosts of a group, each at the loaded rate";
}

TEST(Uplinks, AreForgottenBelowALevel) {
  TreeCosts costs = costs_of_tree("tree:2:2:2", "1/8000:2/1250:3/5000");
  costs.forget_bandwidth_below(2);
  EXPECT_TRUE(std::isinf(costs.uplink(1)) && std::isinf(costs.levels[1].bandwidth));
  EXPECT_DOUBLE_EQ(costs.uplink(2), 5000e6);
}

}  // namespace
}  // namespace topomorph::evaluation
