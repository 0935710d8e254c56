// The topology on which a job is planned: the order of the choice, and the slots of the processes.
#include "core/planning/job_slots.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/planning/gain.h"
#include "core/planning/job_placing.h"
#include "core/topology/shapes/composed.h"
#include "tests/core/testing.h"

namespace topomorph::planning {
namespace {

using Numbers = std::vector<std::uint64_t>;

class JobSlotsTest : public ::testing::Test {
 protected:
  JobSlotsTest() { setenv("SLURM_CONF", folder_.file("slurm.conf").c_str(), 1); }
  ~JobSlotsTest() override { unsetenv("SLURM_CONF"); }

  std::string write(const std::string& name, const std::string& content) const { return folder_.write(name, content); }

  /// Returns two processes on each of a, b, c, d, in cyclic order.
  std::vector<ProcessLocation> locations(bool addresses = false) const {
    const char* const network[] = {"top.s0.a switch.switch.node", "top.s1.b switch.switch.node",
                                   "top.s0.c switch.switch.node", "top.s1.d switch.switch.node"};
    std::vector<ProcessLocation> result;
    for (std::size_t p = 0; p < 8; ++p) {
      result.push_back({std::string(1, static_cast<char>('a' + p % 4)), p < 4 ? "Core:0" : "Core:1",
                        addresses ? network[p % 4] : ""});
    }
    return result;
  }

  JobSlots choose(const std::vector<ProcessLocation>& where, const std::string& given = "") const {
    return checked(choose_topology({where, given, {}}), where.size());
  }

  static JobSlots checked(JobSlots job, std::size_t processes) {
    EXPECT_EQ(job.topology->slots(), processes);
    EXPECT_EQ(job.slot_of_process.size(), processes);
    for (std::uint64_t p = 0; p < processes; ++p) EXPECT_EQ(job.process_of_slot[job.slot_of_process[p]], p);
    return job;
  }

  static std::uint64_t between(const JobSlots& job, std::uint64_t a, std::uint64_t b) {
    return job.topology->distance(job.slot_of_process[a], job.slot_of_process[b]);
  }

  topomorph::testing::TemporaryFolder folder_;
};

constexpr const char* kPairs = "SwitchName=x Nodes=a,b\nSwitchName=y Nodes=c,d\nSwitchName=z Switches=x,y\n";

TEST_F(JobSlotsTest, HostsAlone) {
  const JobSlots job = choose(locations());
  EXPECT_EQ(job.hosts(), 4U);
  EXPECT_EQ(network_words(job), "");
  EXPECT_EQ(between(job, 0, 4), 1U);
  EXPECT_EQ(between(job, 0, 1), between(job, 0, 2));
}

TEST_F(JobSlotsTest, SlurmsAddresses) {
  const JobSlots job = choose(locations(true));
  EXPECT_EQ(network_words(job), "under 2 switches (Slurm)");
  EXPECT_EQ(job.hosts(), 4U);
  EXPECT_EQ(between(job, 0, 4), 1U);
  EXPECT_EQ(between(job, 0, 2), 16U);
  EXPECT_EQ(between(job, 0, 1), 32U);
}

TEST_F(JobSlotsTest, SlurmsFileWhereThereAreNoAddresses) {
  write("topology.conf", kPairs);
  const JobSlots job = choose(locations());
  EXPECT_EQ(network_words(job), "under 2 switches (Slurm's topology.conf)");
  EXPECT_LT(between(job, 0, 1), between(job, 0, 2));
  EXPECT_EQ(network_words(choose(locations(true))), "under 2 switches (Slurm)")
      << "what the processes were told comes first";
}

TEST_F(JobSlotsTest, SlurmsFileKnowsHostsByTheNamesThatSlurmGaveThem) {
  write("topology.conf", "SwitchName=x Nodes=n[0-1]\nSwitchName=y Nodes=n[2-3]\nSwitchName=z Switches=x,y\n");
  std::vector<ProcessLocation> where = locations();
  for (std::size_t p = 0; p < where.size(); ++p) where[p].network = 'n' + std::to_string(p % 4) + " node";
  const JobSlots job = choose(where);
  EXPECT_LT(between(job, 0, 1), between(job, 0, 2));
}

TEST_F(JobSlotsTest, TheTopologyOfThePartitionBeatsAddressesOfTheDefault) {
  write("topology.yaml",
        "- topology: main\n  tree:\n    switches:\n      - switch: s\n        nodes: a,b,c,d\n"
        "- topology: pairs\n  block:\n    blocks:\n      - block: x\n        nodes: a,b\n      - block: y\n"
        "        nodes: c,d\n");
  write("slurm.conf", "PartitionName=special Topology=pairs\nPartitionName=usual\n");
  setenv("SLURM_JOB_PARTITION", "special", 1);
  const JobSlots special = choose(locations(true));
  setenv("SLURM_JOB_PARTITION", "usual", 1);
  const JobSlots usual = choose(locations(true));
  setenv("SLURM_JOB_PARTITION", "unknown", 1);
  const JobSlots unknown = choose(locations(true));
  unsetenv("SLURM_JOB_PARTITION");
  EXPECT_EQ(network_words(special), "under 2 blocks (Slurm's topology pairs)");
  EXPECT_LT(between(special, 0, 1), between(special, 0, 2));
  EXPECT_EQ(network_words(usual), "under 2 switches (Slurm)") << "as the addresses have it";
  EXPECT_EQ(network_words(unknown), network_words(usual));
}

TEST_F(JobSlotsTest, OfBlocksTheFileSaysMoreThanAddresses) {
  const char* const blocks[] = {"x.a block.node", "x.b block.node", "y.c block.node", "z.d block.node"};
  std::vector<ProcessLocation> where = locations();
  for (std::size_t p = 0; p < where.size(); ++p) where[p].network = blocks[p % 4];
  const JobSlots alone = choose(where);
  EXPECT_EQ(network_words(alone), "under 3 blocks (Slurm)");
  EXPECT_EQ(between(alone, 0, 2), between(alone, 0, 3));
  write("topology.conf", "BlockName=x Nodes=a,b\nBlockName=y Nodes=c\nBlockName=z Nodes=d\nBlockSizes=1,2\n");
  const JobSlots file = choose(where);
  EXPECT_EQ(network_words(file), "under 3 blocks (Slurm's topology.conf)");
  EXPECT_LT(between(file, 0, 2), between(file, 0, 3)) << "x and y are a group of two blocks";
}

TEST_F(JobSlotsTest, ARingIsKnownByItsAddresses) {
  const char* const ring[] = {"r:7.a ring:position.node", "r:0.b ring:position.node", "r:1.c ring:position.node",
                              "r:6.d ring:position.node"};
  std::vector<ProcessLocation> where = locations();
  for (std::size_t p = 0; p < where.size(); ++p) where[p].network = ring[p % 4];
  const JobSlots job = choose(where);
  EXPECT_EQ(network_words(job), "of torus of 8 (Slurm)");
  EXPECT_EQ(between(job, 0, 2), 2 * between(job, 0, 1));
  EXPECT_EQ(between(job, 0, 1), between(job, 0, 3));
}

TEST_F(JobSlotsTest, SlurmsFileIsLeftOutWhereItLacksAHostOrCannotBeRead) {
  for (const char* content : {"SwitchName=x Nodes=a,b,c\n", "nonsense\n", ""}) {
    write("topology.conf", content);
    EXPECT_EQ(network_words(choose(locations())), "") << content;
  }
}

TEST_F(JobSlotsTest, HostsMeansNoNetwork) { EXPECT_EQ(network_words(choose(locations(true), "hosts")), ""); }

TEST_F(JobSlotsTest, WhatTheUserGivesComesFirst) {
  const std::string spec = "slurm:" + write("mine.conf", kPairs);
  const JobSlots job = choose(locations(true), spec);
  EXPECT_EQ(network_words(job), "under 2 switches (" + spec + ")");
  EXPECT_LT(between(job, 0, 1), between(job, 0, 2));
}

TEST_F(JobSlotsTest, HostsAreFoundWithAndWithoutTheirDomain) {
  std::vector<ProcessLocation> where = locations();
  for (ProcessLocation& process : where) process.host += ".site.org";
  EXPECT_EQ(choose(where, "slurm:" + write("mine.conf", kPairs)).hosts(), 4U);
  EXPECT_NE(network_words(choose(where, "slurm:" + write("mine.conf", kPairs))), "");
}

TEST_F(JobSlotsTest, AHostThatIsMissingIsSaidAndTheNextSourceTaken) {
  const std::string spec = "slurm:" + write("mine.conf", "SwitchName=x Nodes=a,b,c\n");
  EXPECT_EQ(network_words(choose(locations(true), spec)), "under 2 switches (Slurm) (host d is not in " + spec + ")");
  EXPECT_EQ(network_words(choose(locations(), spec)), "(host d is not in " + spec + ")");
}

TEST_F(JobSlotsTest, DamagesOfFilesAreCountedInTheOneLine) {
  const std::string fabric =
      "SW 1 1 0x1 4x QDR - CA 3 1 0x3 ( 'x' - 'a' )\nSW 1 2 0x1 4x QDR - CA 4 1 0x4 ( 'x' - 'b' )\n"
      "SW 2 1 0x2 4x QDR - CA 5 1 0x5 ( 'y' - 'c' )\nSW 2 2 0x2 4x QDR - CA 6 1 0x6 ( 'y' - 'd' )\n"
      "SW 1 3 0x1 4x QDR - SW 2 3 0x2 ( 'x' - 'y' )\n";
  const std::string whole = "ib:" + write("whole.txt", fabric);
  EXPECT_THAT(network_words(choose(locations(), whole)), ::testing::EndsWith("(" + whole + ")"));
  const std::string failed = "ibnetdiscover: iberror: failed: discover failed\n";
  const std::string once = "ib:" + write("once.txt", fabric + failed);
  EXPECT_THAT(network_words(choose(locations(), once)),
              ::testing::EndsWith("(" + once + ") (1 place in its files passed over: see topomorph topology)"));
  EXPECT_LT(between(choose(locations(), once), 0, 1), between(choose(locations(), once), 0, 2));
  const std::string twice = "ib:" + write("twice.txt", fabric + failed + failed);
  EXPECT_THAT(network_words(choose(locations(), twice)),
              ::testing::EndsWith("(2 places in its files passed over: see topomorph topology)"));
}

TEST_F(JobSlotsTest, WhatTheUserGivesAndIsWrongIsAnError) {
  EXPECT_THROW(choose(locations(), "slurm:" + write("mine.conf", "nonsense\n")), InputError);
  EXPECT_THROW(choose(locations(), "slurm:/nowhere/at/all"), InputError);
  EXPECT_THROW(choose(locations(), "torus:2x2"), InputError) << "four slots for eight processes";
}

TEST_F(JobSlotsTest, AWholeMachineOfAnyKind) {
  const auto where = locations();
  const JobSlots job = checked(choose_topology({where, "torus:4x4", {15, 0, 1, 2, 3, 4, 8, 12}}), 8);
  EXPECT_EQ(job.tree(), nullptr);
  EXPECT_EQ(between(job, 0, 1), 2U) << "around both corners";
  EXPECT_EQ(between(job, 1, 2), 1U);
  EXPECT_EQ(network_words(job), "torus of 4 x 4");
}

TEST_F(JobSlotsTest, ANetworkThatIsNoTree) {
  const std::string ring =
      "hierarchy:" + write("ring",
                           "torus 1 5 1000 -1\nnode a tree 1 2 10 -1\nnode b tree 1 2 10 -1\nnode e tree 1 2 10 -1\n"
                           "node c tree 1 2 10 -1\nnode d tree 1 2 10 -1\n");
  const JobSlots job = choose(locations(true), ring);
  EXPECT_EQ(job.tree(), nullptr);
  EXPECT_EQ(job.hosts(), 4U);
  EXPECT_EQ(job.host_begin, (Numbers{0, 2, 4, 6, 8}));
  EXPECT_NE(network_words(job).find(ring), std::string::npos) << network_words(job);
  EXPECT_EQ(between(job, 0, 4), 1U) << "inside the hosts the processes' own word counts";
  EXPECT_EQ(between(job, 0, 1), between(job, 0, 3)) << "neighbours on both sides";
  EXPECT_EQ(between(job, 1, 2), 2 * between(job, 0, 1)) << "past the host that the job does not have";
  EXPECT_GE(between(job, 0, 1), 16U);
  EXPECT_NE(network_words(job).find("torus of 5"), std::string::npos) << network_words(job);
}

TEST_F(JobSlotsTest, HostsBeforeAllElseNeedATree) {
  const std::string ring = "hierarchy:" + write("ring",
                                                "torus 1 4 1000 -1\nnode a tree 1 2 10 -1\nnode b tree 1 2 10 -1\n"
                                                "node c tree 1 2 10 -1\nnode d tree 1 2 10 -1\n");
  const auto where = locations(true);
  TopologyRequest request{where, ring, {}};
  request.needs_hosts_before_all = true;
  EXPECT_EQ(network_words(choose_topology(request)), "under 2 switches (Slurm)");
}

TEST_F(JobSlotsTest, AWholeMachineMayHaveHosts) {
  const auto where = locations();
  const JobSlots tree = checked(choose_topology({where, "tree:2:2+tree:2", {}}), 8);
  EXPECT_EQ(tree.hosts(), 4U);
  const JobSlots ring = checked(choose_topology({where, "torus:4+tree:3", {0, 1, 2, 3, 4, 9, 10, 11}}), 8);
  EXPECT_EQ(ring.host_begin, (Numbers{0, 3, 5, 8}));
}

TEST_F(JobSlotsTest, OneHostNeedsNoNetwork) {
  const std::vector<ProcessLocation> where = {{"a", "Core:0", "s0.a switch.node"}, {"a", "Core:1", "s0.a switch.node"}};
  const JobSlots job = choose(where);
  EXPECT_EQ(job.hosts(), 1U);
  EXPECT_EQ(network_words(job), "");
}

TEST_F(JobSlotsTest, APartKeepsDistancesAndHosts) {
  const std::string network = write("topology.conf", kPairs);
  const std::vector<std::uint64_t> members = {1, 2, 3, 5, 7};
  for (const JobSlots& job :
       {choose(locations()), choose(locations(), "slurm:" + network), choose(locations(), "torus:3x3")}) {
    const JobSlots part = checked(part_of(job, members), members.size());
    EXPECT_EQ(part.hosts(), job.hosts() == 1 ? 1U : 3U) << "b, c and d";
    for (std::size_t a = 0; a < members.size(); ++a) {
      for (std::size_t b = 0; b < members.size(); ++b)
        EXPECT_EQ(between(part, a, b), between(job, members[a], members[b]));
    }
    EXPECT_EQ(part_of(job, Numbers{0, 1, 2, 3, 4, 5, 6, 7}).topology, job.topology) << "all of them";
  }
}

}  // namespace
}  // namespace topomorph::planning
