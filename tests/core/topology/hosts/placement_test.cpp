// Tests the tree of a job's slots, built from the locations of its processes.
#include "core/topology/hosts/placement.h"

#include "tests/core/testing.h"
#include "tests/core/topology/lists.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;

std::uint64_t apart(const JobTopology& job, std::uint64_t a, std::uint64_t b) {
  return job.tree.distance(job.slot_of_process[a], job.slot_of_process[b]);
}

void expect_inverse(const JobTopology& job) {
  ASSERT_EQ(job.tree.slots(), job.slot_of_process.size());
  for (std::uint64_t p = 0; p < job.slot_of_process.size(); ++p)
    EXPECT_EQ(job.process_of_slot[job.slot_of_process[p]], p);
}

TEST(Placement, BlockedHosts) {
  const JobTopology job = build_job_topology(Locations{{"a", ""}, {"a", ""}, {"b", ""}, {"b", ""}});
  EXPECT_THAT(job.slot_of_process, ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(job.tree.levels(), 2U);
  EXPECT_EQ(job.host_level, 1U);
  EXPECT_EQ(apart(job, 0, 1), 1U);
  EXPECT_EQ(apart(job, 1, 2), 16U);
}

TEST(Placement, CyclicHostsAreGathered) {
  const JobTopology job = build_job_topology(Locations{{"b", ""}, {"a", ""}, {"b", ""}, {"a", ""}, {"b", ""}}, 7);
  EXPECT_THAT(job.slot_of_process, ElementsAre(0, 3, 1, 4, 2));
  EXPECT_THAT(job.tree.level(job.host_level).begin, ElementsAre(0, 3, 5));
  EXPECT_EQ(apart(job, 0, 4), 1U);
  EXPECT_EQ(apart(job, 0, 1), 7U);
  expect_inverse(job);
}

TEST(Placement, LevelsInsideAHost) {
  Locations processes;
  for (const char* host : {"a", "b"}) {
    for (const char* path : {"Package:0/L3Cache:0/Core:0", "Package:1/L3Cache:0/Core:1", "Package:0/L3Cache:1/Core:0",
                             "Package:0/L3Cache:1/Core:1", "Package:1/L3Cache:0/Core:0"}) {
      processes.push_back({host, path});
    }
  }
  const JobTopology job = build_job_topology(processes);
  EXPECT_THAT(job.slot_of_process, ElementsAre(0, 4, 1, 2, 3, 5, 9, 6, 7, 8));
  EXPECT_EQ(job.tree.levels(), 4U);  // L3, package, host, cluster: cores hold one process each
  EXPECT_EQ(job.host_level, 3U);
  EXPECT_EQ(apart(job, 2, 3), 1U);
  EXPECT_EQ(apart(job, 0, 2), 2U);
  EXPECT_EQ(apart(job, 0, 1), 3U);
  EXPECT_EQ(apart(job, 0, 5), 48U);
  expect_inverse(job);
}

TEST(Placement, OneHostIsTheRoot) {
  const JobTopology job = build_job_topology(Locations{{"a", "Core:1"}, {"a", "Core:0"}});
  EXPECT_EQ(job.tree.levels(), 1U);
  EXPECT_EQ(job.host_level, job.tree.levels());
  EXPECT_THAT(job.slot_of_process, ElementsAre(1, 0));
}

TEST(Placement, SeveralProcessesOnACoreAreClosest) {
  const JobTopology job = build_job_topology(Locations{{"a", "Core:0"}, {"a", "Core:1"}, {"a", "Core:0"}});
  EXPECT_EQ(apart(job, 0, 2), 1U);
  EXPECT_EQ(apart(job, 0, 1), 2U);
}

TEST(Placement, UnboundProcessesAreAtTheHostsDistance) {
  const JobTopology job =
      build_job_topology(Locations{{"a", "Package:0/Core:0"}, {"a", ""}, {"a", "Package:0/Core:1"}, {"a", ""}});
  EXPECT_EQ(apart(job, 0, 2), 1U);
  EXPECT_EQ(apart(job, 1, 3), 2U);
  EXPECT_EQ(apart(job, 0, 1), 2U);
}

TEST(Placement, ProcessesBoundToAPackageAreSomewhereOnIt) {
  const JobTopology job = build_job_topology(Locations{{"a", "Package:0"},
                                                       {"a", "Package:0"},
                                                       {"a", "Package:0/L3Cache:0/Core:0"},
                                                       {"a", "Package:0/L3Cache:0/Core:1"},
                                                       {"a", "Package:1"}});
  EXPECT_EQ(apart(job, 2, 3), 1U);
  EXPECT_EQ(apart(job, 0, 1), 2U);
  EXPECT_EQ(apart(job, 0, 2), 2U);
  EXPECT_EQ(apart(job, 0, 4), 3U);
}

TEST(Placement, MachinesMayDiffer) {
  const JobTopology job = build_job_topology(Locations{{"a", "Package:0/L3Cache:0/Core:0"},
                                                       {"a", "Package:0/L3Cache:0/Core:1"},
                                                       {"a", "Package:0/L3Cache:1/Core:0"},
                                                       {"b", "Core:0"},
                                                       {"b", "Core:1"},
                                                       {"c", ""}});
  EXPECT_EQ(apart(job, 0, 1), 1U);
  EXPECT_EQ(apart(job, 0, 2), 2U);
  EXPECT_EQ(apart(job, 3, 4), 1U) << "what is not told apart shares everything";
  EXPECT_EQ(apart(job, 0, 3), 32U);
  EXPECT_EQ(apart(job, 4, 5), 32U);
  expect_inverse(job);
}

TEST(Placement, NumaNodesAndGroupsMayStandAnywhere) {
  const JobTopology job = build_job_topology(Locations{{"a", "Group:0/NUMANode:0/Package:0/Group:1/Core:0"},
                                                       {"a", "Group:0/NUMANode:0/Package:0/Group:0/Core:0"},
                                                       {"a", "Group:0/NUMANode:1/Package:0/Group:0/Core:0"},
                                                       {"a", "Group:1/NUMANode:0/Package:0/Group:0/Core:0"}});
  EXPECT_EQ(job.tree.levels(), 3U);
  EXPECT_THAT(job.slot_of_process, ElementsAre(1, 0, 2, 3));
}

TEST(Placement, OneProcess) {
  const JobTopology job = build_job_topology(Locations{{"a", ""}});
  EXPECT_EQ(job.tree.slots(), 1U);
  EXPECT_EQ(job.host_level, job.tree.levels());
}

TEST(Placement, OneProcessOnEachHost) {
  const JobTopology job = build_job_topology(Locations{{"a", ""}, {"b", ""}, {"c", ""}});
  EXPECT_EQ(job.host_level, 1U);
  EXPECT_EQ(job.tree.lca_level(0, 1), 2U);
  EXPECT_EQ(apart(job, 0, 2), 16U);
}

TEST(Placement, SwitchesAboveTheHosts) {
  const std::uint64_t arities[] = {2, 2, 2};  // hosts, leaf switches, spines
  const TreeTopology network = TreeTopology::regular(arities);
  const Locations processes = {{"a", ""}, {"b", ""}, {"a", ""}, {"c", ""}, {"d", ""}};
  const JobTopology job = build_job_topology(processes, HostNetwork{network, {6, 1, 4, 0}}, 16);
  EXPECT_THAT(job.slot_of_process, ElementsAre(3, 1, 4, 2, 0)) << "in the network's order";
  EXPECT_EQ(job.host_level, 1U);
  EXPECT_EQ(job.tree.levels(), 4U) << "hosts, leaf switches, spines, all";
  EXPECT_EQ(apart(job, 0, 2), 1U);
  EXPECT_EQ(apart(job, 1, 4), 16U) << "under a leaf switch: as far as hosts are that nobody knows more of";
  EXPECT_EQ(apart(job, 0, 3), 32U);
  EXPECT_EQ(apart(job, 0, 1), 48U);
  expect_inverse(job);
}

TEST(Placement, SwitchLevelsThatDoNotBranchInTheJobAreDropped) {
  const std::uint64_t arities[] = {2, 2, 2};
  const TreeTopology network = TreeTopology::regular(arities);
  const JobTopology job =
      build_job_topology(Locations{{"a", ""}, {"b", ""}, {"a", ""}}, HostNetwork{network, {0, 7}}, 16);
  EXPECT_EQ(job.tree.levels(), 2U);
  EXPECT_EQ(job.tree.level(2).name, "cluster");
  EXPECT_EQ(apart(job, 0, 1), 48U) << "three switches up";
}

TEST(Placement, DistancesOfTheNetworkStayInProportion) {
  const std::uint64_t arities[] = {2, 2}, distances[] = {100, 250};
  const TreeTopology network = TreeTopology::regular(arities, distances);
  const JobTopology job = build_job_topology(Locations{{"a", "Core:0"}, {"a", "Core:1"}, {"b", ""}, {"c", ""}},
                                             HostNetwork{network, {0, 1, 2}}, 16);
  EXPECT_EQ(apart(job, 0, 1), 1U);
  EXPECT_EQ(apart(job, 0, 2), 100U);
  EXPECT_EQ(apart(job, 0, 3), 250U);
}

TEST(Placement, RefusesPlacesThatAreNone) {
  const std::uint64_t arities[] = {2, 2};
  const TreeTopology network = TreeTopology::regular(arities);
  const Locations processes = {{"a", ""}, {"b", ""}};
  EXPECT_INPUT_ERROR(build_job_topology(processes, HostNetwork{network, {0}}), "places of 1 hosts");
  EXPECT_INPUT_ERROR(build_job_topology(processes, HostNetwork{network, {1, 1}}), "two hosts in one place");
  EXPECT_INPUT_ERROR(build_job_topology(processes, HostNetwork{network, {0, 4}}), "outside");
}

TEST(Placement, RefusesPathsItCannotRead) {
  EXPECT_INPUT_ERROR(build_job_topology(Locations{}), "without processes");
  EXPECT_INPUT_ERROR(build_job_topology(Locations{{"a", "Package"}}), "host a, place \"Package\": found \"Package\"");
  EXPECT_INPUT_ERROR(build_job_topology(Locations{{"a", "Core:x"}}),
                     "found \"Core:x\", expected an object and its number");
  EXPECT_INPUT_ERROR(build_job_topology(Locations{{"a", "Package:0//Core:1"}}), "found \"\"");
  EXPECT_INPUT_ERROR(build_job_topology(Locations{{"a", "Blade:1"}}), "found \"Blade:1\"");
  EXPECT_INPUT_ERROR(build_job_topology(Locations{{"a", ""}}, 0), "distance between hosts");
}

}  // namespace
}  // namespace topomorph::topology
