// A topology of a measured network brings its costs along.
#include "core/evaluation/level_costs.h"

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

}  // namespace
}  // namespace topomorph::evaluation
