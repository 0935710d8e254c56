// Drawings of networks: every link is there, and carries what the routes say.
#include "tools/report/network_plan.h"

#include <numeric>

#include "core/evaluation/prediction.h"
#include "core/planning/job_placing.h"
#include "core/topology/shapes/routing_of.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"
#include "tools/report/host_traffic.h"

namespace topomorph::report {
namespace {

struct Planned {
  explicit Planned(const std::string& spec)
      : given(topology::read_topology(spec)), job(planning::on_machine(spec, given, {}, given.topology->slots())) {
    if (const TreeTopology* tree = job.tree()) {
      cost.costs = evaluation::assumed_costs(*tree);
      cost.host_level = evaluation::host_level_of(*tree);
      job.host_level = cost.host_level;
    }
    hosts = hosts_of_job(job, {});
    routing = evaluation::routing_by(*job.topology, cost);
    plan = plan_network(job, hosts, cost, routing.get(), why);
  }

  GivenTopology given;
  planning::JobSlots job;
  evaluation::CostOptions cost;
  HostTable hosts;
  std::shared_ptr<const Routing> routing;
  std::string why;
  std::optional<NetworkPlan> plan;
};

std::size_t undirected_links_with_two_ends(const Routing& routing) {
  std::size_t links = 0;
  for (Link link = 0; link < routing.links(); ++link) links += routing.ends(link) ? 1 : 0;
  return links / 2;
}

TEST(LinkEnds, HaveTheNamesThatTheLinkHas) {
  const auto first = [](const std::string& spec) {
    const GivenTopology given = topology::read_topology(spec);
    const auto routing = topology::routing_of(*given.topology);
    for (Link link = 0; link < routing->links(); ++link) {
      if (const auto ends = routing->ends(link)) return ends->from.name + "|" + ends->to.name;
    }
    return std::string();
  };
  EXPECT_EQ(first("mesh:2x3"), "(0,0)|(1,0)");
  EXPECT_EQ(first("mesh:2x3+tree:2"), "(0,0)|(1,0)");
  EXPECT_EQ(first("dragonfly:4x3x2"), "router 0|router 1");
  EXPECT_EQ(first("tree:2:2"), "");
}

TEST(NetworkPlan, LinksAreThoseOfTheRouting) {
  for (const char* spec : {"mesh:4x3", "torus:4x4", "torus:3x4x2", "hcub:4", "dragonfly:4x3x2", "torus:3x3+tree:2:2"}) {
    const Planned planned(spec);
    ASSERT_TRUE(planned.plan) << spec << ": " << planned.why;
    EXPECT_EQ(planned.plan->links.size(), undirected_links_with_two_ends(*planned.routing)) << spec;
  }
}

TEST(NetworkPlan, LoadsAreThoseOfTheRoutes) {
  for (const char* spec : {"torus:4x4", "torus:3x4x2", "dragonfly:4x3x2", "mesh:3x2+tree:4"}) {
    const Planned planned(spec);
    ASSERT_TRUE(planned.plan) << spec;
    const Affinity affinity = topomorph::testing::random_affinity(planned.given.topology->slots(), 200, 5);
    const auto loads =
        loads_of_plan(*planned.plan, planned.job, affinity, planned.job.slot_of_process, planned.routing.get());
    const evaluation::LinkLoads all =
        evaluation::link_loads(affinity, *planned.routing, planned.job.slot_of_process, planned.routing->links());
    Cost expected = 0, found = 0;
    for (const evaluation::LinkLoad& load : all.busiest) {
      if (planned.routing->ends(load.link)) expected += load.bytes;
    }
    for (const LinkBytes& load : loads) found += Cost{load.forth} + load.back;
    EXPECT_EQ(found, expected) << spec;
    EXPECT_GT(found, Cost{0}) << spec;
  }
}

TEST(NetworkPlan, EverySlotStandsOnANode) {
  for (const char* spec : {"torus:4x4", "dragonfly:4x3x2", "mesh:3x2+tree:4"}) {
    const Planned planned(spec);
    std::uint64_t slots = 0;
    for (const PlanNode& node : planned.plan->nodes) slots += node.slots;
    EXPECT_EQ(slots, planned.given.topology->slots()) << spec;
  }
}

TEST(NetworkPlan, GridsAreLatticesWhoseOuterLinksAreStubs) {
  const Planned planned("torus:4x3");
  EXPECT_EQ(planned.plan->kind, NetworkPlan::Kind::Lattice);
  std::size_t stubs = 0;
  for (const PlanLink& link : planned.plan->links) {
    const PlanNode &a = planned.plan->nodes[link.a], &b = planned.plan->nodes[link.b];
    const double length = std::abs(a.x - b.x) + std::abs(a.y - b.y);
    const bool stub = link.stub_x != 0 || link.stub_y != 0;
    EXPECT_EQ(stub, length > 1) << a.label << " " << b.label;
    stubs += stub ? 1 : 0;
  }
  EXPECT_EQ(stubs, 7U) << "four columns and three rows";
}

TEST(NetworkPlan, TreesTellWhatGoesUpAndDown) {
  const Planned planned("tree:2:2");  // two hosts of two slots
  ASSERT_TRUE(planned.plan);
  ASSERT_EQ(planned.plan->nodes.size(), 7U);
  ASSERT_EQ(planned.plan->links.size(), 6U);
  const Affinity affinity = Affinity::from_traffic(4, {{0, 1, 5, 1}, {0, 2, 7, 1}, {3, 0, 11, 1}});
  const auto loads = loads_of_plan(*planned.plan, planned.job, affinity, planned.job.slot_of_process, nullptr);
  const auto load_of = [&](const char* label) {
    for (std::size_t link = 0; link < loads.size(); ++link) {
      if (planned.plan->nodes[planned.plan->links[link].a].label == label) {
        return std::pair(loads[link].forth, loads[link].back);
      }
    }
    return std::pair(std::uint64_t{0}, std::uint64_t{0});
  };
  EXPECT_EQ(load_of("host 0"), std::pair(std::uint64_t{7}, std::uint64_t{11}));
  EXPECT_EQ(load_of("host 1"), std::pair(std::uint64_t{11}, std::uint64_t{7}));
  EXPECT_EQ(load_of("0"), std::pair(std::uint64_t{12}, std::uint64_t{11}));
  EXPECT_EQ(load_of("1"), std::pair(std::uint64_t{0}, std::uint64_t{5}));
}

TEST(NetworkPlan, SlotsOfLargeTreesAreLeftOutAndItIsSaid) {
  const Planned planned("tree:16:8:16");
  ASSERT_TRUE(planned.plan);
  EXPECT_EQ(planned.plan->nodes.size(), 1U + 16 + 128);
  EXPECT_NE(planned.plan->note.find("2048 slots"), std::string::npos) << planned.plan->note;
}

TEST(NetworkPlan, WhatCannotBeDrawnIsSaid) {
  const Planned large("torus:24x24x24");
  EXPECT_FALSE(large.plan);
  EXPECT_NE(large.why.find("too many"), std::string::npos) << large.why;
  const topomorph::testing::TemporaryFolder folder;
  const std::string table = folder.write("table.dat", "3\n0 1 1\n1 0 1\n1 1 0\n0 3 7\n3 0 50\n7 50 0\n");
  const Planned unknown("qaplib:" + table);
  EXPECT_FALSE(unknown.plan);
  EXPECT_EQ(unknown.why, "The links of this network are not known.");
}

}  // namespace
}  // namespace topomorph::report
