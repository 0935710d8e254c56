// The orders of launchers, on hosts with and without switches.
#include "core/planning/standard_orders.h"

#include <gtest/gtest.h>

#include "tests/core/testing.h"

namespace topomorph::planning {

namespace {

JobSlots job_on(const std::vector<std::uint64_t>& arities) {
  JobSlots job;
  job.topology = std::make_shared<const TreeTopology>(TreeTopology::regular(arities));
  job.host_level = 1;
  return job;
}

std::vector<std::string> names_of(const std::vector<StandardOrder>& orders) {
  std::vector<std::string> names;
  for (const StandardOrder& order : orders) names.push_back(order.name);
  return names;
}

TEST(StandardOrders, GoBySlotAndByNode) {
  const auto orders = standard_orders(job_on({2, 3}), 6);
  EXPECT_EQ(names_of(orders), (std::vector<std::string>{"slot", "node"}));
  EXPECT_EQ(orders[0].mapping, (Mapping{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(orders[1].mapping, (Mapping{0, 2, 4, 1, 3, 5}));
}

TEST(StandardOrders, GoBySwitchToo) {
  const auto orders = standard_orders(job_on({2, 2, 2}), 8);
  EXPECT_EQ(names_of(orders), (std::vector<std::string>{"slot", "node", "switch", "node-switch"}));
  EXPECT_EQ(orders[1].mapping, (Mapping{0, 2, 4, 6, 1, 3, 5, 7}));
  EXPECT_EQ(orders[2].mapping, (Mapping{0, 4, 1, 5, 2, 6, 3, 7}));
  EXPECT_EQ(orders[3].mapping, (Mapping{0, 2, 1, 3, 4, 6, 5, 7}));
}

TEST(StandardOrders, AreNoneOnOneHostAndForSomeOfTheSlots) {
  EXPECT_TRUE(standard_orders(job_on({4}), 4).empty());
  EXPECT_TRUE(standard_orders(job_on({2, 3}), 5).empty());
}

TEST(StandardOrders, TakeHostsOfDifferentSizesInTurns) {
  EXPECT_EQ(in_turns({0, 0, 0, 1, 2, 2}), (Mapping{0, 3, 4, 1, 5, 2}));
}

TEST(Dealing, NamesWhatLaunchersDo) {
  using Hosts = std::vector<std::size_t>;
  EXPECT_EQ(dealing_words(Hosts{0, 0, 1, 1}), "2 ranks a node, in blocks");
  EXPECT_EQ(dealing_words(Hosts{0, 1, 0, 1}), "2 ranks a node, in turn");
  EXPECT_EQ(dealing_words(Hosts{1, 0, 2, 1, 0, 2}), "2 ranks a node, in turn");
  EXPECT_EQ(dealing_words(Hosts{0, 1, 1, 0}), "2 ranks a node, mixed");
  EXPECT_EQ(dealing_words(Hosts{0, 0, 1, 1, 0, 0, 1, 1}), "4 ranks a node, mixed");
  EXPECT_EQ(dealing_words(Hosts{0, 0, 0, 1}), "1 to 3 ranks a node, in blocks");
  EXPECT_EQ(dealing_words(Hosts{3, 1}), "1 rank a node");
  EXPECT_EQ(dealing_words(Hosts{0, 0}), "");
  EXPECT_EQ(dealing_words(Hosts{}), "");
}

}  // namespace

}  // namespace topomorph::planning
