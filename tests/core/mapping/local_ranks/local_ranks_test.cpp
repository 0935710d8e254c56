// Mappings that keep local ranks: valid, as good as trying all, and judged as the processes will run.
#include "core/mapping/local_ranks/local_ranks.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/evaluation/cost_model.h"
#include "core/evaluation/evaluate.h"
#include "core/mapping/portfolio/map_by_cost.h"
#include "core/mapping/problem/problem.h"
#include "core/model/tree.h"
#include "core/topology/spec.h"

namespace topomorph::mapping {
namespace {

/// Hosts of `per_host` slots, whose processes are numbered in the order of the slots.
LocalRanks in_slot_order(std::uint64_t hosts, std::uint64_t per_host) {
  std::vector<std::vector<Slot>> slots(hosts);
  for (Slot slot = 0; slot < hosts * per_host; ++slot) slots[slot / per_host].push_back(slot);
  return {slots, hosts * per_host};
}

Affinity random_pairs(std::uint64_t roles, std::uint64_t pairs, std::uint64_t seed) {
  Random random(seed);
  std::vector<Traffic> traffic;
  for (std::uint64_t i = 0; i < pairs; ++i) {
    traffic.push_back({random.below(roles), random.below(roles), 1 + random.below(1000), 1 + random.below(9)});
  }
  return Affinity::from_traffic(roles, traffic);
}

MapOptions options_for(std::uint64_t roles) {
  MapOptions options;
  options.preset = Preset::Fast;  // its mappings are only starts
  options.launcher_order = identity_mapping(roles);
  options.pinned = {{0, 0}};
  return options;
}

evaluation::CostOptions cost_by(const std::string& model, const Topology& topology) {
  evaluation::CostOptions cost{evaluation::cost_model_named(model), {}, 0};
  const TreeTopology& tree = *as_tree(topology);
  cost.host_level = tree.levels() - 1;
  cost.costs = evaluation::assumed_costs(tree);
  return cost;
}

bool keeps_local_ranks(const LocalRanks& local_ranks, Mapping mapping) {
  const Mapping before = mapping;
  local_ranks.keep(mapping);
  return mapping == before;
}

/// Returns the least cost of all ways to spread the roles over the hosts, role 0 on the first.
double least_of_all(const Affinity& affinity, const Topology& topology, const LocalRanks& local_ranks,
                    const evaluation::CostOptions& cost, std::uint64_t per_host) {
  std::vector<std::uint64_t> host_of_role(affinity.roles());
  for (Role role = 0; role < affinity.roles(); ++role) host_of_role[role] = role / per_host;
  double least = -1;
  do {  // starts with the smallest permutation
    if (host_of_role[0] != 0) break;
    Mapping mapping;
    for (const std::uint64_t host : host_of_role) mapping.push_back(host * per_host);
    local_ranks.keep(mapping);
    const double found = evaluation::model_cost(affinity, topology, mapping, Weight::Bytes, cost);
    if (least < 0 || found < least) least = found;
  } while (std::next_permutation(host_of_role.begin(), host_of_role.end()));
  return least;
}

TEST(LocalRanks, DealsTheRolesOfAHostInTheOrderOfItsProcesses) {
  const LocalRanks local_ranks({{4, 0, 2}, {1, 3, 5}}, 6);
  Mapping mapping = {2, 1, 4, 5, 3, 0};
  local_ranks.keep(mapping);
  EXPECT_EQ(mapping, (Mapping{4, 1, 0, 3, 5, 2}));
}

TEST(LocalRanks, LeavesOtherHostsAsTheyAre) {
  const LocalRanks local_ranks({{0, 1}}, 4);
  Mapping mapping = {1, 3, 0, 2};
  local_ranks.keep(mapping);
  EXPECT_EQ(mapping, (Mapping{0, 3, 1, 2}));
}

TEST(LocalRanks, FewerRolesThanSlotsTakeTheFirstProcesses) {
  const LocalRanks local_ranks({{0, 1, 2}, {3, 4, 5}}, 6);
  Mapping mapping = {2, 5, 1};
  local_ranks.keep(mapping);
  EXPECT_EQ(mapping, (Mapping{0, 3, 1}));
}

TEST(LocalRanks, IsAsGoodAsTryingAll) {
  const auto topology = topology::parse_topology("tree:2:2:2@1:3:16");  // two hosts of two packages of two cores
  const LocalRanks local_ranks = in_slot_order(2, 4);
  for (const char* model : {"hop-bytes", "alpha-beta", "bytes", "bottleneck"}) {
    const evaluation::CostOptions cost = cost_by(model, *topology);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Affinity affinity = random_pairs(8, 14, seed);
      const MapResult found = map_with_local_ranks(affinity, *topology, options_for(8), cost, local_ranks);
      ASSERT_TRUE(keeps_local_ranks(local_ranks, found.mapping));
      const double least = least_of_all(affinity, *topology, local_ranks, cost, 4);
      const double cost_found = evaluation::model_cost(affinity, *topology, found.mapping, Weight::Bytes, cost);
      if (std::string(model) == "bottleneck") {
        EXPECT_LE(cost_found, 1.25 * least) << seed;  // its terms say only about what it costs
      } else {
        EXPECT_DOUBLE_EQ(cost_found, least) << model << " " << seed;
      }
    }
  }
}

TEST(LocalRanks, IsAsGoodAsTryingAllOnThreeHosts) {
  const auto topology = topology::parse_topology("tree:3:3@1:16");
  const LocalRanks local_ranks({{2, 0, 1}, {3, 5, 4}, {6, 7, 8}}, 9);  // processes not in the order of the slots
  const evaluation::CostOptions cost = cost_by("hop-bytes", *topology);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Affinity affinity = random_pairs(9, 20, seed);
    MapOptions options = options_for(9);
    local_ranks.keep(*options.launcher_order);
    options.pinned = {{0, 2}};
    const MapResult found = map_with_local_ranks(affinity, *topology, options, cost, local_ranks);
    EXPECT_TRUE(keeps_local_ranks(local_ranks, found.mapping));
    EXPECT_DOUBLE_EQ(evaluation::model_cost(affinity, *topology, found.mapping, Weight::Bytes, cost),
                     least_of_all(affinity, *topology, local_ranks, cost, 3));
  }
}

/// Dealing anew may cost more than the mapper has saved: pairs of one host that were in one package are torn apart.
TEST(LocalRanks, IsNeverWorseThanTheLaunchersOrder) {
  const auto topology = topology::parse_topology("tree:2:4:4@1:100:101");
  const LocalRanks local_ranks = in_slot_order(4, 8);
  const evaluation::CostOptions cost = cost_by("hop-bytes", *topology);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Affinity affinity = random_pairs(32, 60, seed);
    const MapResult found = map_with_local_ranks(affinity, *topology, options_for(32), cost, local_ranks);
    EXPECT_TRUE(keeps_local_ranks(local_ranks, found.mapping));
    EXPECT_EQ(found.mapping[0], 0U);
    EXPECT_LE(found.cost, evaluation::evaluate(affinity, *topology, identity_mapping(32)).hop_bytes);
  }
}

TEST(LocalRanks, ImprovesWhatIsOnlyDealtAnew) {
  const auto topology = topology::parse_topology("tree:2:8:4@1:4:16");
  const std::uint64_t roles = 64;
  const LocalRanks local_ranks = in_slot_order(4, 16);
  const evaluation::CostOptions cost = cost_by("hop-bytes", *topology);
  const Affinity affinity = random_pairs(roles, 200, 3);
  Mapping dealt = map_by_cost(affinity, *topology, options_for(roles), cost).mapping;
  local_ranks.keep(dealt);
  const MapResult found = map_with_local_ranks(affinity, *topology, options_for(roles), cost, local_ranks);
  EXPECT_LT(found.cost, evaluation::evaluate(affinity, *topology, dealt).hop_bytes);
}

TEST(LocalRanks, ManyRolesAreImprovedTooAndTheSameSeedGivesTheSameMapping) {
  const auto topology = topology::parse_topology("tree:4:4:64@1:4:16");
  const std::uint64_t roles = 1024;
  const LocalRanks local_ranks = in_slot_order(64, 16);
  const evaluation::CostOptions cost = cost_by("hop-bytes", *topology);
  std::vector<Traffic> traffic;  // a grid of 32 x 32
  for (Role role = 0; role < roles; ++role) {
    if (role % 32 != 31) traffic.push_back({role, role + 1, 1000, 1});
    if (role + 32 < roles) traffic.push_back({role, role + 32, 1000, 1});
  }
  const Affinity affinity = Affinity::from_traffic(roles, traffic);
  const MapResult found = map_with_local_ranks(affinity, *topology, options_for(roles), cost, local_ranks);
  EXPECT_TRUE(keeps_local_ranks(local_ranks, found.mapping));
  EXPECT_LT(found.cost, evaluation::evaluate(affinity, *topology, identity_mapping(roles)).hop_bytes);
  EXPECT_EQ(found.mapping, map_with_local_ranks(affinity, *topology, options_for(roles), cost, local_ranks).mapping);
}

}  // namespace
}  // namespace topomorph::mapping
