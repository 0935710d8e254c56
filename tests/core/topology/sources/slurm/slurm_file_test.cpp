// Tests Slurm's topology.conf and topology.yaml.
#include "core/topology/sources/slurm/slurm_file.h"

#include <fmt/format.h>

#include "core/model/slurm_units.h"
#include "core/model/tree.h"
#include "tests/core/testing.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using topomorph::testing::TemporaryFolder;

class SlurmFile : public ::testing::Test {
 protected:
  GivenTopology conf(const std::string& text) { return read_slurm_topology(folder_.write("topology.conf", text)); }
  GivenTopology yaml(const std::string& text) { return read_slurm_topology(folder_.write("topology.yaml", text)); }
  static std::uint64_t distance(const GivenTopology& given, const std::string& a, const std::string& b) {
    const auto& names = given.hosts.names;
    const auto slot = [&](const std::string& name) {
      const auto found = std::find(names.begin(), names.end(), name);
      EXPECT_NE(found, names.end()) << name;
      return given.hosts.begin[static_cast<std::size_t>(found - names.begin())];
    };
    return given.topology->distance(slot(a), slot(b));
  }
  static const TreeTopology& tree(const GivenTopology& given) {
    return dynamic_cast<const TreeTopology&>(*given.topology);
  }

  TemporaryFolder folder_;
};

TEST_F(SlurmFile, TreeOfSwitches) {
  const GivenTopology given = conf(
      "# our fabric\n"
      "SwitchName=s0 Nodes=n[0-2] LinkSpeed=100\n"
      "switchname=s1 NODES=n[3-4]   # two\n"
      "\n"
      "SwitchName=s2 Nodes=\"n[5-7]\"\n"
      "SwitchName=sp0 Switches=s[0-1]\n"
      "SwitchName=top \\\n  Switches=sp0,\\\ns2\n");
  EXPECT_THAT(given.hosts.names, ElementsAre("n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7"));
  EXPECT_EQ(given.hosts.begin.size(), 9U);
  EXPECT_EQ(distance(given, "n0", "n2"), 2U);
  EXPECT_EQ(distance(given, "n0", "n3"), 4U);
  EXPECT_EQ(distance(given, "n0", "n5"), 6U);
  EXPECT_EQ(distance(given, "n5", "n7"), 2U) << "a leaf switch of a shorter branch is a leaf switch";
  EXPECT_EQ(tree(given).levels(), 3U);
  EXPECT_EQ(tree(given).level(1).name, "switch");
  EXPECT_EQ(tree(given).level(2).name, "switch2");
}

TEST_F(SlurmFile, CablesAreThoseThatLinkSpeedsTell) {
  const auto cables = [&](const std::string& leaf, const std::string& other_leaf, const std::string& top) {
    const GivenTopology given =
        conf("SwitchName=s0 Nodes=n[0-2] LinkSpeed=" + leaf + "\nSwitchName=s1 Nodes=n[3-5] LinkSpeed=" + other_leaf +
             "\nSwitchName=top Switches=s[0-1] LinkSpeed=" + top + "\n");
    const Cables up = tree(given).level(1).cables;
    return up.count == 0 ? 0 : up.speed;
  };
  EXPECT_EQ(cables("100", "100", "200"), 2) << "three hosts share two cables";
  EXPECT_EQ(cables("1", "1", "1"), 0) << "what scontrol prints of any switch";
  EXPECT_EQ(cables("100", "50", "200"), 0) << "not the same on the level";
  EXPECT_INPUT_ERROR(cables("100", "fast", "200"), "topology.conf:2: found link speed \"fast\", expected a number");
}

TEST_F(SlurmFile, WhatScontrolShows) {
  const GivenTopology given = conf(
      "slurm_load_topo error: Socket timed out on send/recv operation\n"
      "SwitchName=s0 Level=0 LinkSpeed=1 Nodes=n[0-2] \n"
      "SwitchName=s1 Level=0 LinkSpeed=1 Nodes=n[3-4] \n"
      "SwitchName=top Level=1 LinkSpeed=1 Nodes=n[0-4] Switches=s[0-1] \n");
  EXPECT_THAT(given.hosts.names, ElementsAre("n0", "n1", "n2", "n3", "n4"));
  EXPECT_EQ(distance(given, "n0", "n2"), 2U);
  EXPECT_EQ(distance(given, "n0", "n4"), 4U);
}

TEST_F(SlurmFile, BlanksMarksAndLineEndsAsEditorsLeaveThem) {
  const GivenTopology given = conf(
      "\xef\xbb\xbf# ours\r\n\tSwitchName = s0 Nodes= \"n[0-2]\" \r\n\r\nSwitchName=s1   "
      "Nodes=n[3-4]\t\rSwitchName=top "
      "\\ \r\n Switches=s0,\\\r\ns1  # all");
  EXPECT_THAT(given.hosts.names, ElementsAre("n0", "n1", "n2", "n3", "n4"));
  EXPECT_EQ(distance(given, "n0", "n4"), 4U);
  EXPECT_EQ(yaml("- topology: a\r\n  cluster_default: true \r\n  tree:\r\n    switches:\r\n      - switch: s0 \r\n"
                 "        nodes: n[0-2]\r\n...\r\nwhat follows a document\r\n")
                .hosts.names.size(),
            3U);
}

TEST_F(SlurmFile, HostsComeInTheOrderOfTheTree) {
  const GivenTopology given = conf(
      "SwitchName=top Switches=b,a\n"
      "SwitchName=a Nodes=x[1-2]\n"
      "SwitchName=b Nodes=y[1-2]\n");
  EXPECT_THAT(given.hosts.names, ElementsAre("y1", "y2", "x1", "x2"));
}

TEST_F(SlurmFile, SeveralRootsMeetAboveAll) {
  const GivenTopology given = conf("SwitchName=a Nodes=x[1-2]\nSwitchName=b Nodes=y[1-2]\n");
  EXPECT_EQ(distance(given, "x1", "x2"), 2U);
  EXPECT_EQ(distance(given, "x1", "y1"), 4U);
  EXPECT_EQ(tree(given).level(2).name, "network");
}

TEST_F(SlurmFile, HostsAtAnyHeight) {
  const GivenTopology given = conf(
      "SwitchName=top Switches=leaf Nodes=gate[1-2]\n"
      "SwitchName=leaf Nodes=n[1-2]\n");
  EXPECT_EQ(distance(given, "n1", "n2"), 2U);
  EXPECT_EQ(distance(given, "gate1", "gate2"), 4U);
  EXPECT_EQ(distance(given, "gate1", "n1"), 4U);
}

TEST_F(SlurmFile, LevelsThatDoNotBranchAreDroppedAndTheirHopsCounted) {
  const GivenTopology given = conf(
      "SwitchName=a Nodes=n1\nSwitchName=b Nodes=n2\nSwitchName=c Nodes=n3\n"
      "SwitchName=m Switches=a,b\nSwitchName=o Switches=c\nSwitchName=top Switches=m,o\nSwitchName=over "
      "Switches=top\n");
  EXPECT_EQ(tree(given).levels(), 2U);
  EXPECT_EQ(distance(given, "n1", "n2"), 4U);
  EXPECT_EQ(distance(given, "n1", "n3"), 6U);
}

TEST_F(SlurmFile, ALaterRootMayBeLower) {
  const GivenTopology given = conf("SwitchName=top Switches=a\nSwitchName=a Nodes=x[1-2]\nSwitchName=b Nodes=y[1-2]\n");
  EXPECT_EQ(distance(given, "x1", "x2"), 2U);
  EXPECT_EQ(distance(given, "y1", "y2"), 2U);
  EXPECT_EQ(distance(given, "x1", "y1"), 6U) << "above both";
}

TEST_F(SlurmFile, OneHost) {
  const GivenTopology given = conf("SwitchName=a Nodes=n1\n");
  EXPECT_EQ(given.topology->slots(), 1U);
  EXPECT_THAT(given.hosts.names, ElementsAre("n1"));
}

TEST_F(SlurmFile, Blocks) {
  const GivenTopology given =
      conf("BlockName=b1 Nodes=n[1-2]\nBlockName=b2 Nodes=n[3-4]\nBlockName=b3 Nodes=n[5-6]\nBlockSizes=2,4\n");
  EXPECT_EQ(distance(given, "n1", "n2"), 2U);
  EXPECT_EQ(distance(given, "n1", "n3"), 4U);
  EXPECT_EQ(distance(given, "n1", "n5"), 6U);
  EXPECT_EQ(tree(given).level(1).name, "block");
}

TEST_F(SlurmFile, EverySizeOfBlocksIsInNodes) {
  std::string text;
  for (int b = 0; b < 8; ++b)
    text += fmt::format("BlockName=b{} Nodes=n{}\n", b, fmt::format("[{}-{}]", 2 * b, 2 * b + 1));
  const GivenTopology given = conf(text + "BlockSizes=2,4,12\n");
  EXPECT_EQ(distance(given, "n0", "n1"), 2U);
  EXPECT_EQ(distance(given, "n0", "n3"), 4U);
  EXPECT_EQ(distance(given, "n0", "n4"), 6U);
  EXPECT_EQ(distance(given, "n0", "n11"), 6U) << "the last of six blocks";
  EXPECT_EQ(distance(given, "n0", "n12"), 8U);
  EXPECT_EQ(distance(given, "n12", "n15"), 4U);
}

TEST_F(SlurmFile, BlocksWithoutSizes) {
  const GivenTopology given = conf("BlockName=b1 Nodes=n[1-2]\nBlockName=b2 Nodes=n[3-4]\n");
  EXPECT_EQ(distance(given, "n1", "n2"), 2U);
  EXPECT_EQ(distance(given, "n1", "n3"), 4U);
}

TEST_F(SlurmFile, Rings) {
  const GivenTopology given = conf("RingName=r0 Nodes=n[0-7]\nRingName=r1 Nodes=m[0-3] RingSize=4\n");
  EXPECT_EQ(given.slurm->plugin, "ring");
  EXPECT_EQ(distance(given, "n0", "n7"), 1U);
  EXPECT_EQ(distance(given, "n0", "n4"), 4U);
  EXPECT_EQ(distance(given, "n0", "m0"), 5U);
}

TEST_F(SlurmFile, BlocksAsScontrolShowsThem) {
  const GivenTopology given = conf(
      "BlockName=b1 BlockIndex=0 Nodes=n[1-2] BlockSize=2\nBlockName=b2 BlockIndex=1 Nodes=n[3-4] BlockSize=2\n"
      "BlockName=b3 BlockIndex=2 Nodes=n[5-6] BlockSize=2\n"
      "AggregatedBlock=b[1-2] BlockIndex=3 Nodes=n[1-4] BlockSize=4\n");
  EXPECT_EQ(distance(given, "n1", "n2"), 2U);
  EXPECT_EQ(distance(given, "n1", "n3"), 4U);
  EXPECT_EQ(distance(given, "n1", "n5"), 6U);
}

TEST_F(SlurmFile, UnitsAreLeafSwitchesAndBlocksInTheOrderOfTheFile) {
  const GivenTopology tree =
      conf("SwitchName=top Switches=b,a Nodes=g\nSwitchName=a Nodes=x[1-2]\nSwitchName=b Nodes=y\n");
  EXPECT_EQ(tree.slurm->plugin, "tree");
  EXPECT_THAT(tree.hosts.names, ElementsAre("g", "y", "x1", "x2"));
  EXPECT_THAT(tree.slurm->of_host, ElementsAre(0, 2, 1, 1));
  const GivenTopology blocks = conf("BlockName=b1\nBlockName=b2 Nodes=n[3-4]\n");
  EXPECT_EQ(blocks.slurm->plugin, "block");
  EXPECT_THAT(blocks.slurm->of_host, ElementsAre(1, 1));
}

TEST_F(SlurmFile, OneTopologyOfConfIsCalledDefault) {
  const std::string path = folder_.write("topology.conf", "SwitchName=a Nodes=n[1-3]\n");
  EXPECT_EQ(read_slurm_topology(path + "#default").topology->slots(), 3U);
  EXPECT_INPUT_ERROR(read_slurm_topology(path + "#other"), "topology.conf: found no topology other, expected");
  EXPECT_INPUT_ERROR(read_slurm_topology(path + "#"), "found '#' without a name");
  EXPECT_EQ(read_slurm_topology(folder_.write("odd#name.conf", "SwitchName=a Nodes=n1\n")).topology->slots(), 1U);
}

TEST_F(SlurmFile, SwitchesOverTheSameSwitchesAreOneLevel) {
  const GivenTopology given = conf(
      "SwitchName=core1 Switches=e[1-2]\nSwitchName=core2 Switches=e[2,1]\n"
      "SwitchName=e1 Nodes=n[1-2]\nSwitchName=e2 Nodes=n[3-4]\n");
  EXPECT_EQ(tree(given).levels(), 2U);
  EXPECT_EQ(distance(given, "n1", "n2"), 2U);
  EXPECT_EQ(distance(given, "n1", "n4"), 4U);
  EXPECT_TRUE(given.notes.empty());
  // two levels of them: what is above the same two is above one
  const GivenTopology deep = conf(
      "SwitchName=e1 Nodes=n1,n2\nSwitchName=e2 Nodes=n3\nSwitchName=e3 Nodes=n4\nSwitchName=a1 Switches=e[1-2]\n"
      "SwitchName=a2 Switches=e[1-2]\nSwitchName=a3 Switches=e3\nSwitchName=t1 Switches=a[1-3]\n"
      "SwitchName=t2 Switches=a[1-3]\n");
  EXPECT_EQ(distance(deep, "n1", "n3"), 4U);
  EXPECT_EQ(distance(deep, "n1", "n4"), 6U);
  EXPECT_TRUE(deep.notes.empty());
}

TEST_F(SlurmFile, EachSwitchAboveHasACable) {
  const GivenTopology given = conf(
      "SwitchName=core1 Switches=e[1-2] LinkSpeed=100\nSwitchName=core2 Switches=e[1-2] LinkSpeed=100\n"
      "SwitchName=e1 Nodes=n[1-4] LinkSpeed=50\nSwitchName=e2 Nodes=n[5-8] LinkSpeed=50\n");
  EXPECT_EQ(tree(given).level(1).cables.count, 2U);
  EXPECT_EQ(tree(given).level(1).cables.speed, 2.0);
}

TEST_F(SlurmFile, OtherSwitchesAboveOneAreTheNearestTree) {
  const GivenTopology chain = conf(
      "SwitchName=c1 Switches=e[1-2]\nSwitchName=c2 Switches=e[2-3]\nSwitchName=c3 Switches=e4\n"
      "SwitchName=e1 Nodes=n1\nSwitchName=e2 Nodes=n2\nSwitchName=e3 Nodes=n3\nSwitchName=e4 Nodes=n4\n");
  EXPECT_EQ(distance(chain, "n1", "n3"), distance(chain, "n1", "n2"));
  EXPECT_GT(distance(chain, "n1", "n4"), distance(chain, "n1", "n3"));
  EXPECT_THAT(chain.notes, ElementsAre(HasSubstr("as c1 and c2 over e2: the nearest tree")));
  const GivenTopology shortcut = conf(
      "SwitchName=top Switches=mid,e1,e3\nSwitchName=mid Switches=e[1-2]\nSwitchName=e1 Nodes=n1,m1\n"
      "SwitchName=e2 Nodes=n2\nSwitchName=e3 Nodes=n3\n");
  EXPECT_EQ(distance(shortcut, "n1", "n2"), 4U);
  EXPECT_EQ(distance(shortcut, "n1", "n3"), 6U);
  EXPECT_TRUE(shortcut.notes.empty());
}

TEST_F(SlurmFile, HostOfTwoLeavesCountsUnderTheFirst) {
  const GivenTopology given =
      conf("SwitchName=a Nodes=n[1-2]\nSwitchName=b Nodes=n[2-4]\nSwitchName=top Switches=a,b\n");
  EXPECT_EQ(distance(given, "n1", "n2"), 2U);
  EXPECT_EQ(distance(given, "n2", "n3"), 4U);
  EXPECT_THAT(given.notes,
              ElementsAre(HasSubstr("hosts under several switches count under the first alone: 1, as n2")));
  const GivenTopology rails = conf("SwitchName=a1 Nodes=n[1-2]\nSwitchName=a2 Nodes=n[1-2]\nSwitchName=b Nodes=n3\n");
  EXPECT_EQ(distance(rails, "n1", "n2"), 2U);
  EXPECT_TRUE(rails.notes.empty()) << "two rails over the same hosts";
}

TEST_F(SlurmFile, ChainOfSwitchesDeeperThanAnyNetworkIsRefused) {
  std::string text;
  for (int s = 0; s < 400; ++s) {
    text += fmt::format("SwitchName=a{0} Switches=a{1}\nSwitchName=b{0} Switches=a{1},b{1}\n", s, s + 1);
  }
  try {
    conf(text + "SwitchName=a400 Nodes=x\nSwitchName=b400 Nodes=y\n");
    ADD_FAILURE() << "a tree of 400 levels";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("has more than 16 levels above it, expected a tree"));
  }
}

TEST_F(SlurmFile, IncludedFilesAreReadWhereTheyAreNamed) {
  folder_.write("racks.conf", "SwitchName=r1 Nodes=n[1-2]\nSwitchName=r2 Nodes=n[3-4]\n");
  EXPECT_EQ(distance(conf("SwitchName=top Switches=r[1-2]\ninclude racks.conf\n"), "n1", "n3"), 4U);
  folder_.write("racks.conf", "\nSwitchName=r1 Nodes=n[1-\n");
  EXPECT_INPUT_ERROR(conf("Include racks.conf\n"), "racks.conf:2: host list");
  folder_.write("racks.conf", "SwitchName=r1 Nodes=n1\nSwitchName=r1 Nodes=n2\n");
  EXPECT_INPUT_ERROR(conf("Include racks.conf\n"), "racks.conf:2: switch r1 is already in line 1");
  EXPECT_INPUT_ERROR(conf("Include absent.conf\n"), "absent.conf: cannot be read");
  EXPECT_INPUT_ERROR(conf("Include topology.conf\n"), "files that include each other");
}

/// A file from the field, and the distances of hosts under one leaf switch and under two.
struct FieldFile {
  const char* name;
  std::size_t hosts;
  const char *host, *beside, *far;
};

TEST_F(SlurmFile, FilesOfTheFieldAreRead) {
  for (const FieldFile& file : {FieldFile{"two-cores.conf", 23, "gpu0501", "cpu0504", "cpu0633"},
                                {"two-cores.scontrol", 11, "gpu0501", "cpu0504", "cpu0633"},
                                {"empty-switch.conf", 8, "worker-0", "worker-3", "worker-4"},
                                {"empty-switch.yaml", 4, "n1", "n2", "n3"},
                                {"include.conf", 8, "n1", "n4", "n5"}}) {
    const std::string path = topomorph::testing::data_file(std::string("field/slurm/") + file.name);
    SKIP_WITHOUT(path);
    const GivenTopology given = read_slurm_topology(path);
    EXPECT_EQ(given.hosts.names.size(), file.hosts) << file.name;
    EXPECT_EQ(tree(given).levels(), 2U) << file.name;
    EXPECT_EQ(distance(given, file.host, file.beside), 2U) << file.name;
    EXPECT_EQ(distance(given, file.host, file.far), 4U) << file.name;
    EXPECT_TRUE(given.notes.empty()) << file.name;
  }
}

TEST_F(SlurmFile, MalformedConf) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "topology.conf: found neither switches nor blocks"},
      {"# nothing\n", "found neither switches nor blocks"},
      {"\n\nSwitchName=a Nodes=n[1\n", "topology.conf:3: host list \"n[1\": found \"n[1\", expected a ']'"},
      {"SwitchName=a Nodes=n1\nnonsense\n", "topology.conf:2: found \"nonsense\", expected KEY=VALUE"},
      {"SwitchName=a Nodes=n1\n=x\n", ":2: found \"=x\", expected KEY=VALUE"},
      {"SwitchName= Nodes=n1\n", ":1: found SwitchName= without a value"},
      {"SwitchName=a Nodes=\n", ":1: found Nodes= without a value"},
      {"SwitchName=a Nodes n1\n", ":1: found \"Nodes\", expected KEY=VALUE"},
      {"SwitchName=a Nodes=n1 Nodes=n2\n", ":1: found Nodes twice"},
      {"SwitchName=a Nodes=n1 Speed=2\n", ":1: found \"speed=\", expected switchname, switches, nodes, linkspeed"},
      {"NodeName=a\n", ":1: found \"nodename=\", expected SwitchName="},
      {"SwitchName=a\n", "topology.conf: found no hosts below any switch"},
      {"SwitchName=a Switches=b\nSwitchName=b\n", "topology.conf: found no hosts below any switch"},
      {"SwitchName=a Nodes=n1\nSwitchName=a Nodes=n2\n", ":2: switch a is already in line 1"},
      {"SwitchName=a Nodes=n1\nSwitchName=b Switches=a,c\n", ":2: switch c: expected a line of its own"},
      {"SwitchName=a Switches=b\nSwitchName=b Switches=a\n", ":1: switch a is under itself, expected a tree"},
      {"SwitchName=leaf Nodes=n1\nSwitchName=s0 Switches=s1,leaf\nSwitchName=s1 Switches=s0\n", "is under itself"},
      {"SwitchName=a Switches=a\n", ":1: switch a is under itself, expected a tree"},
      {"SwitchName=a \\\n Nodes=n1 \\\n x\nSwitchName=b Nodes=n2\n", ":1: found \"x\""},
      {"SwitchName=a Nodes=n1\nBlockName=b Nodes=n2\n", ":2: found blocks beside switches"},
      {"SwitchName=a Nodes=n1\nRingName=b Nodes=n2\n", ":2: found rings beside switches"},
      {"RingName=a Nodes=n1\nBlockName=b Nodes=n2\n", ":1: found rings beside blocks"},
      {"TorusName=pod Dims=2x2x1 Nodes=n[1-4]\n", ":1: found a torus without the places of its hosts"},
      {"RingName=a Nodes=n1,n1\n", ":1: host n1 is already in line 1"},
      {"BlockName=a Nodes=n1\nBlockName=b Nodes=n1\n", ":2: host n1 is already in the block of line 1"},
      {"BlockName=a\n", "found no hosts in blocks"},
      {"BlockName=a Nodes=n1\nBlockSizes=4,6\n", ":2: found block size 6, expected multiples"},
      {"BlockName=a Nodes=n1\nBlockSizes=0\n", ":2: found block size 0"},
      {"BlockName=a Nodes=n1\nBlockSizes=many\n", ":2: found block size \"many\", expected a number"},
      {"BlockSizes=1\nBlockSizes=1\n", ":2: block sizes are already in line 1"},
      {"SwitchName=a Nodes=n[0-1000000]\nSwitchName=b Nodes=m[0-1000000]\n", "expected at most 48575 more hosts"}};
  for (const auto& entry : cases) EXPECT_INPUT_ERROR(conf(entry.first), entry.second) << entry.first;
  EXPECT_INPUT_ERROR(read_slurm_topology(folder_.file("absent")), "cannot be read");
}

constexpr const char* kYaml = R"(---
# two topologies
- topology: other
  cluster_default: false
  block:
    block_sizes: [1, 2]
    blocks:
      - block: b1
        nodes: n[1-2]
      - block: b2
        nodes: n[3-4]
- topology: main
  cluster_default: true
  tree:
    switches:
      - switch: "top"      # of all
        children: s[1-2]
      - switch: s1
        nodes: n[1-2]
      - switch: s2
        nodes: 'n[3-4]'
)";

TEST_F(SlurmFile, YamlTakesTheDefaultTopology) {
  const GivenTopology given = yaml(kYaml);
  EXPECT_THAT(given.hosts.names, ElementsAre("n1", "n2", "n3", "n4"));
  EXPECT_EQ(distance(given, "n1", "n2"), 2U);
  EXPECT_EQ(distance(given, "n1", "n3"), 4U);
  EXPECT_EQ(tree(given).level(1).name, "switch");
}

TEST_F(SlurmFile, YamlBlocksAndListsAtTheDepthOfTheirKey) {
  const GivenTopology given = yaml(
      "- topology: t\n"
      "  block:\n"
      "    blocks:\n"
      "    - block: b1\n"
      "      nodes: n[1-2]\n"
      "    - block: b2\n"
      "      nodes: n[3-4]\n"
      "    - block: b3\n"
      "      nodes: n5\n"
      "    block_sizes:\n"
      "    - 2\n"
      "    - 4\n");
  EXPECT_EQ(distance(given, "n1", "n2"), 2U);
  EXPECT_EQ(distance(given, "n1", "n4"), 4U);
  EXPECT_EQ(distance(given, "n1", "n5"), 6U);
}

TEST_F(SlurmFile, YamlOfOneTopologyWithoutAList) {
  EXPECT_EQ(yaml("tree:\n  switches:\n    - switch: a\n      nodes: x[1-3]\n").topology->slots(), 3U);
}

TEST_F(SlurmFile, YamlTakesTheNamedTopology) {
  const std::string path = folder_.write("topology.yaml", kYaml);
  EXPECT_EQ(tree(read_slurm_topology(path + "#other")).level(1).name, "block");
  EXPECT_EQ(tree(read_slurm_topology(path + "#main")).level(1).name, "switch");
  EXPECT_INPUT_ERROR(read_slurm_topology(path + "#third"),
                     "topology.yaml: found no topology third, expected one of other, main");
}

TEST_F(SlurmFile, YamlTakesTheFirstOfSeveralDefaults) {
  const std::string one = "  cluster_default: true\n  ring:\n    rings:\n      - ring: r\n        nodes: ";
  EXPECT_EQ(yaml("- topology: a\n  flat: true\n- topology: b\n" + one + "n[1-3]\n- topology: c\n" + one + "n[1-5]\n")
                .topology->slots(),
            3U);
}

constexpr const char* kTori = R"(- topology: torus
  torus3d:
    toruses:
      - name: pod1
        dims:
          x: 4
          y: 3
          z: 2
        nodes: n[00-23]
        placements:
          - dims:
              x: 2
              y: 1
              z: 2
            anchor_spacing: {x: 1, y: 1, z: 1}
      - name: pod2
        dims: {x: 4, y: 4, z: 1}
        regions:
          - anchor: {x: 0, y: 2, z: 0}
            dims: {x: 4, y: 1, z: 1}
            nodes: b[1-4]
          - anchor: {x: 1, y: 0, z: 0}
            dims: {x: 2, y: 2, z: 1}
            nodes: a[1-4]
)";

TEST_F(SlurmFile, YamlTori) {
  const GivenTopology given = yaml(kTori);
  EXPECT_EQ(given.slurm->plugin, "torus3d");
  EXPECT_EQ(given.topology->slots(), 32U);
  EXPECT_EQ(distance(given, "n00", "n03"), 1U);
  EXPECT_EQ(distance(given, "n00", "n17"), 3U) << "(1,1,1)";
  EXPECT_EQ(distance(given, "a1", "a4"), 2U) << "(1,0,0) and (2,1,0)";
  EXPECT_EQ(distance(given, "a1", "b1"), 3U) << "(1,0,0) and (0,2,0)";
  EXPECT_EQ(distance(given, "n00", "a1"), 5U) << "one more than the diameter of either";
}

TEST_F(SlurmFile, MalformedTori) {
  const std::string begin = "torus3d:\n  toruses:\n    - name: t\n      dims: {x: 2, y: 2, z: 1}\n";
  const std::pair<std::string, const char*> cases[] = {
      {"torus3d:\n  toruses:\n    - name: t\n", ":3: found no \"dims:\""},
      {"torus3d:\n  toruses:\n    - name: t\n      dims: {x: 2, y: 2}\n", ":4: found no \"z:\""},
      {"torus3d:\n  toruses:\n    - name: t\n      dims: {x: 2, y: two, z: 1}\n", ":4: found y: \"two\""},
      {"torus3d:\n  toruses:\n    - name: t\n      dims: {x: 2, y: 0, z: 1}\n", ":4: found a torus of 2 x 0 x 1"},
      {"torus3d:\n  toruses:\n    - name: t\n      dims: {x: 65535, y: 65535, z: 9}\n", ":4: found a torus of 65535"},
      {"torus3d:\n  toruses:\n    - name: t\n      dims: {x: 2\n", ":4: found a '{' without its '}'"},
      {"torus3d:\n  toruses:\n    - name: t\n      dims: {x: 2, x: 2}\n", ":4: found \"x\" twice"},
      {"torus3d:\n  toruses:\n    - name: t\n      dims: {x 2}\n", ":4: found \"x 2\" in braces"},
      {begin + "      nodes: n[1-3]\n", ":5: found 3 hosts for 2 x 2 x 1 places, expected 4"},
      {begin + "      nodes: n[1-4]\n      regions:\n        - nodes: x\n", ":6: found nodes and regions"},
      {begin + "      regions:\n        - anchor: {x: 1, y: 0, z: 0}\n          dims: {x: 2, y: 1, z: 1}\n"
               "          nodes: n[1-2]\n",
       ":6: found a region beyond the ends of t"},
      {begin + "      nodes: n[1-4]\n      placements:\n        - dims: {x: 1, y: 1, z: 2}\n",
       ":7: found a placement larger than t"},
      {begin, "found no hosts in topology torus3d"}};
  for (const auto& each : cases) EXPECT_INPUT_ERROR(yaml(each.first), each.second) << each.first;
}

TEST_F(SlurmFile, MalformedYaml) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "topology.yaml: found no topology"},
      {"- topology: t\n  flat: true\n", ":1: found a topology that is flat, without hosts, expected tree"},
      {"- topology: t\n  star: true\n", ":1: found a topology of no known kind"},
      {"- topology: t\n  tree:\n", ":2: found no \"switches:\""},
      {"- topology: t\n  tree:\n    switches:\n      - nodes: n1\n", ":4: found no \"switch:\""},
      {"- topology: t\n  tree:\n    switches:\n      - switch:\n        nodes: n1\n",
       ":4: found \"switch:\" without a name"},
      {"- topology: t\n  tree:\n    switches:\n      - switch: s\n        nodes: n[\n", ":5: host list \"n[\""},
      {"- topology: t\n  nonsense\n", ":2: found \"nonsense\", expected \"KEY: VALUE\""},
      {"- topology: t\n\ttree:\n", ":2: found a tab"},
      {"- topology: &a t\n", ":1: found \"&a t\""},
      {"- topology: t\n  topology: u\n", ":2: found \"topology\" twice"},
      {"- topology: t\nflat: true\n", ":2: found a list among entries"},
      {"a: b\n  c: d\n", ":2: found a block under a value"},
      {"block:\n  block_sizes: [1\n", ":2: found a '[' without its ']'"},
      {"block:\n  block_sizes: [x]\n  blocks:\n    - block: b\n      nodes: n\n", ":2: found block size \"x\""}};
  for (const auto& entry : cases) EXPECT_INPUT_ERROR(yaml(entry.first), entry.second) << entry.first;
}

}  // namespace
}  // namespace topomorph::topology
