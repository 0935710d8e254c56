// Hosts by TopoMatch with constraints: those of subtrees that hold the groups that talk, only free ones.
#include "core/allocation/topomatch_allocator.h"

#include <algorithm>
#include <set>

#include "core/allocation/allocate.h"
#include "core/model/cartesian_pattern.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::allocation {
namespace {

/// Two cliques of four groups that hardly talk to each other.
Affinity two_cliques() {
  std::vector<Traffic> traffic = {{0, 4, 1, 1}};
  for (const Role first : {0U, 4U}) {
    for (Role a = 0; a < 4; ++a) {
      for (Role b = 0; b < a; ++b) traffic.push_back({first + a, first + b, 1000, 1});
    }
  }
  return Affinity::from_traffic(8, std::move(traffic));
}

TEST(TopomatchOn, GivesEachCliqueASwitchThatIsFree) {
  const auto tree = topology::parse_topology("tree:4:4");
  const std::vector<Slot> free = {0, 1, 4, 5, 6, 7, 12, 13, 14, 15};
  const std::vector<Slot> hosts = topomatch_on({*tree, free}, two_cliques(), {});
  const auto switches = [&](std::size_t first) {
    std::set<Slot> found;
    for (std::size_t i = first; i < first + 4; ++i) found.insert(hosts[i] / 4);
    return found;
  };
  EXPECT_EQ(switches(0).size(), 1U);
  EXPECT_EQ(switches(4).size(), 1U);
  EXPECT_EQ(std::set<Slot>(hosts.begin(), hosts.end()).size(), 8U);
  for (const Slot host : hosts) EXPECT_TRUE(std::binary_search(free.begin(), free.end(), host));
}

TEST(TopomatchOn, TakesOtherNetworksByScotch) {
  const auto torus = topology::parse_topology("torus:4x4");
  const std::vector<Slot> free = {1, 2, 3, 5, 6, 7, 8, 9, 12, 15};
  const std::vector<Slot> hosts = topomatch_on({*torus, free}, two_cliques(), {});
  EXPECT_EQ(std::set<Slot>(hosts.begin(), hosts.end()).size(), 8U);
  for (const Slot host : hosts) EXPECT_TRUE(std::binary_search(free.begin(), free.end(), host));
}

TEST(TopomatchOn, RefusesTooFewFreeHosts) {
  const auto tree = topology::parse_topology("tree:4:4");
  EXPECT_INPUT_ERROR(topomatch_on({*tree, {0, 1, 2}}, two_cliques(), {}), "3");
}

TEST(Allocate, ByTopomatchTakesAsManyHostsAsAreNeeded) {
  const auto tree = topology::parse_topology("tree:4:4");
  AllocationOptions options{"topomatch", 4, {}};
  options.map.algorithm = "pacmap";
  const Allocation found = allocate(parse_cart_affinity("cart:4x5"), tree, {0, 1, 4, 5, 6, 7, 12, 13, 14, 15}, options);
  EXPECT_EQ(found.hosts.size(), 5U);
  EXPECT_EQ(found.allocator, "topomatch");
}

}  // namespace
}  // namespace topomorph::allocation
