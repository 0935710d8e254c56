// `topomorph topology`: what it says, writes, draws and checks; and what it refuses.
#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/endtoend/cluster.h"

namespace topomorph::endtoend {
namespace {

class TopologyVerb : public testing::Test {
 protected:
  TopologyVerb() {
    workspace_.write("topology.conf",
                     "SwitchName=a Nodes=n[0-3]\nSwitchName=b Nodes=n[4-7]\nSwitchName=top Switches=a,b\n");
  }

  Outcome topology(const std::string& options) const { return run(topomorph() + " topology " + options, workspace_); }
  std::string said(const std::string& options) const {
    const Outcome outcome = topology(options);
    EXPECT_EQ(outcome.status, 0) << options << ": " << outcome.err;
    return outcome.out;
  }
  void expect_refused(const std::string& options, const std::string& word) const {
    endtoend::expect_refused(topology(options), options, word);
  }

  Workspace workspace_;
};

TEST_F(TopologyVerb, Describes) {
  EXPECT_EQ(
      said("--topology slurm:topology.conf+tree:2:2"),
      "tree of 2 switches x 4 hosts x 2 x 2 slots\n32 slots\ndiameter 128, average distance 91.16\n8 hosts: n[0-7]\n"
      "switch2 (32 slots, distance 128)\n"
      "  switch (16 slots, distance 64)  n[0-3]\n    4 x host (4 slots each, distance 4)\n"
      "      2 x level1 (2 slots each, distance 2)\n        2 x slot\n"
      "  switch (16 slots, distance 64)  n[4-7]\n");
  EXPECT_EQ(said("--topology torus:2x4x8"),
            "torus of 2 x 4 x 8\n64 slots\ndiameter 7, average distance 3.56\n160 links\n");
  const auto json = nlohmann::json::parse(said("--topology slurm:topology.conf --json"));
  EXPECT_EQ(json["hosts"][5]["name"], "n5");
  EXPECT_EQ(json["diameter"], 4);
  EXPECT_NE(said("").find("1 host: "), std::string::npos) << "this host";
}

TEST_F(TopologyVerb, ReadsSlurmsTopologiesByName) {
  workspace_.write(
      "topology.yaml",
      "- topology: pods\n  torus3d:\n    toruses:\n      - name: p\n        dims: {x: 4, y: 2, z: 1}\n"
      "        nodes: n[0-7]\n- topology: rings\n  ring:\n    rings:\n      - ring: a\n        nodes: n[0-3]\n"
      "      - ring: b\n        nodes: n[4-7]\n");
  workspace_.write("slurm.conf", "PartitionName=x Topology=rings\nPartitionName=y\n");
  EXPECT_EQ(said("--topology slurm:topology.yaml").substr(0, 15), "torus of 4 x 2\n");
  EXPECT_EQ(said("--topology slurm:topology.yaml --distance n0 n7"), "2\n");
  EXPECT_EQ(said("--topology slurm:slurm.conf#x --distances n[3-4]"), "   n3 n4\nn3  0  3\nn4  3  0\n");
  EXPECT_EQ(said("--topology slurm:slurm.conf#y --distance n0 n3"), "1\n");
  EXPECT_NE(said("--topology slurm:topology.yaml#rings+tree:2").find("16 slots"), std::string::npos);
  expect_refused("--topology slurm:topology.yaml#trees", "found no topology trees, expected one of pods, rings");
}

TEST_F(TopologyVerb, ShowsGpusNetworkCardsAndRailsOfMachines) {
  const std::string machine = "--topology hwloc:" + input("../../core/topology/sources/hwloc/four_gpus.xml");
  const std::string text = said(machine);
  EXPECT_NE(text.find("\nGPU nvml2 (0000:42:00.0) in Package:1, at distance 0 of slots 1, 2 of slots 0\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\nrail of mlx5_1: GPUs nvml2, nvml3\n"), std::string::npos) << text;
  const auto devices = nlohmann::json::parse(said(machine + " --json"))["devices"];
  ASSERT_EQ(devices["gpus"].size(), 4u);
  EXPECT_EQ(devices["gpus"][3]["uuid"], "GPU-33333333-0000");
  EXPECT_EQ(devices["gpus"][3]["distances"], nlohmann::json({2, 0}));
  EXPECT_EQ(devices["nics"][0]["name"], "mlx5_0");
  EXPECT_EQ(devices["rails"][1]["gpus"], nlohmann::json({"nvml2", "nvml3"}));
  EXPECT_FALSE(nlohmann::json::parse(said("--topology tree:2:2 --json")).contains("devices"));
}

TEST_F(TopologyVerb, TellsWhichLevelHasTheHosts) {
  const auto level = [&](const std::string& spec) {
    return nlohmann::json::parse(said("--topology " + spec + " --json"))["host_level"];
  };
  EXPECT_NE(said("--topology tree:4:2:3").find("hosts: the 3 nodes of level2\n"), std::string::npos);
  EXPECT_EQ(level("tree:4:2:3"), 2);
  EXPECT_EQ(level("tree:4:host:2:3"), 1);
  EXPECT_NE(said("--topology tree:4:host:2:3").find("2 x host (4 slots each, distance 2)"), std::string::npos)
      << said("--topology tree:4:host:2:3");
  EXPECT_NE(said("--topology tleaf:2,180,4,90,2,9").find("hosts: unknown"), std::string::npos);
  EXPECT_EQ(level("tleaf:2,180,4,90,2,9"), nullptr);
  EXPECT_EQ(level("tleaf:2,180,4,90,host,2,9"), 1);
  EXPECT_EQ(level("slurm:topology.conf+tree:2:2"), 2);
  EXPECT_EQ(level("slurm:topology.conf"), 0) << "every slot";
}

TEST_F(TopologyVerb, ExportsWhatItReadsAgain) {
  for (const auto& [spec, prefix] : {std::pair("tree:4:2:3@1:5:9", "scotch:"), std::pair("torus:4x3x2", "scotch:"),
                                     std::pair("hcub:5", "scotch:"), std::pair("dragonfly:5x2x2", "scotch:")}) {
    EXPECT_EQ(said(std::string("--topology ") + spec + " --export scotch -o exported"), "");
    EXPECT_EQ(said("--topology " + std::string(prefix) + "exported --distances 0-11"),
              said(std::string("--topology ") + spec + " --distances 0-11"));
  }
  said("--topology slurm:topology.conf --export slurm -o again.conf");
  EXPECT_EQ(said("--topology slurm:again.conf --json"), said("--topology slurm:topology.conf --json"));
  EXPECT_EQ(said("--topology slurm:topology.conf --export dot").substr(0, 16), "graph topology {");
  EXPECT_EQ(nlohmann::json::parse(said("--topology slurm:topology.conf --export json"))["nodes"].size(), 8u + 2 + 1);
}

TEST_F(TopologyVerb, SaysThatSpeedsAreNotWritten) {
  const Outcome written = topology("--topology tree:2+cmpltw:1,2 --export hierarchy");
  EXPECT_EQ(written.status, 0);
  EXPECT_EQ(written.err, "topomorph: the format hierarchy has no speeds of slots: they are left out\n");
  EXPECT_EQ(topology("--topology tree:2+cmpltw:1,2 --export scotch").err, "");
  EXPECT_EQ(topology("--topology tree:2+tree:2 --export hierarchy").err, "");
}

TEST_F(TopologyVerb, MessagesAreOneLineOfTextWhateverFilesHold) {
  workspace_.write("odd.tgt", "\x1b[31mred\x07\x7f\xc2\x9b z\n");
  const Outcome content = topology("--topology scotch:odd.tgt");
  EXPECT_EQ(content.status, 2);
  EXPECT_NE(content.err.find("?[31mred???"), std::string::npos) << content.err;
  const Outcome name = topology("--topology \"scotch:no$(printf 'such\\nfile')\"");
  EXPECT_EQ(name.status, 2);
  EXPECT_EQ(std::count(name.err.begin(), name.err.end(), '\n'), 1) << name.err;
  EXPECT_NE(name.err.find("nosuch?file"), std::string::npos) << name.err;
}

TEST_F(TopologyVerb, Draws) {
  EXPECT_EQ(said("--topology slurm:topology.conf+torus:2x2 --draw picture.svg"), "");
  EXPECT_EQ(read_file(workspace_.file("picture.svg")).substr(0, 5), "<svg ");
}

TEST_F(TopologyVerb, ChecksTheHostsOfAJob) {
  workspace_.write("hosts", "n1 slots=4\nn3.cluster slots=4 # a comment\n\nn1\n");
  EXPECT_EQ(said("--topology slurm:topology.conf --check hosts"), "");
  workspace_.write("hydra", "n2:2,n3:2,m1:1\n");
  workspace_.write("arbitrary", "n[2-3],n3*2,m2*4\n");
  workspace_.write("addresses", "n2 slots=4\n[::1] slots=2\nfe80::1 slots=1\n");
  EXPECT_EQ(topology("--topology slurm:topology.conf --check ./hydra").out, "m1\n");
  EXPECT_EQ(topology("--topology slurm:topology.conf --check ./arbitrary").out, "m2\n");
  EXPECT_EQ(topology("--topology slurm:topology.conf --check ./addresses").out, "::1\nfe80::1\n");
  EXPECT_EQ(topology("--topology slurm:topology.conf --check n2:4,[::1]:2,n3*2").out, "::1\n");
  const Outcome missing = topology("--topology slurm:topology.conf --check n[6-9],m0");
  EXPECT_EQ(missing.status, 1);
  EXPECT_EQ(missing.out, "n8\nn9\nm0\n");
  EXPECT_EQ(missing.err, "topomorph: 3 of 5 hosts are not in the topology\n");
  const auto json = nlohmann::json::parse(topology("--topology slurm:topology.conf --check n[6-9] --json").out);
  EXPECT_EQ(json["hosts"], 4);
  EXPECT_EQ(json["missing"], (std::vector<std::string>{"n8", "n9"}));
}

TEST_F(TopologyVerb, TellsDistances) {
  EXPECT_EQ(said("--topology slurm:topology.conf --distance n0 n7"), "4\n");
  EXPECT_EQ(said("--topology mesh:4x4 --distance 0 15"), "6\n");
  EXPECT_EQ(said("--topology slurm:topology.conf --distances n[3-4],7"),
            "   n3 n4 7\nn3  0  4 4\nn4  4  0 2\n7   4  2 0\n");
  EXPECT_EQ(said("--topology mesh:4 --distances 0,3 --json"),
            "{\"places\":[\"0\",\"3\"],\"slots\":[0,3],\"distances\":[[0,3],[3,0]]}\n");
}

TEST_F(TopologyVerb, RefusesWhatItCannotDo) {
  workspace_.write("bad.tgt", "tleaf\n2 4 10\n0 1\n");
  workspace_.write("bad.hosts", "n[1-\n");
  expect_refused("--topology scotch:bad.tgt", "bad.tgt:3: found \"0\", expected the arity of a level");
  expect_refused("--topology scotch:none.tgt", "none.tgt");
  expect_refused("--topology mesh:4 --export xml", "expected one of scotch, slurm, ");
  expect_refused("--topology mesh:4 --export slurm", "without names of hosts");
  expect_refused("--topology mesh:4 --export scotch -o /nowhere/file", "/nowhere/file");
  expect_refused("--topology mesh:4 --draw /nowhere/file.svg", "/nowhere/file.svg");
  expect_refused("--topology mesh:4 --draw x.png", "--draw: found \"x.png\", expected the name of a file that ends in");
  expect_refused("--topology ''", "--topology: found an empty text");
  expect_refused("--topology slurm:topology.conf --check /nowhere/hosts", "/nowhere/hosts: cannot be read: ");
  expect_refused("--topology mesh:4 --check n1", "without names of hosts");
  expect_refused("--topology slurm:topology.conf --check bad.hosts", "bad.hosts:1: ");
  expect_refused("--topology mesh:4 --distance 0 4", "--distance: found \"4\", expected a slot below 4");
  expect_refused("--topology slurm:topology.conf --distance n0 n9",
                 "expected a host of the topology or a slot below 8");
  expect_refused("--topology mesh:4 --distance 0", "--distance");
  expect_refused("--topology mesh:4 --distance 0-1 2", "expected one host or slot");
  expect_refused("--topology mesh:4 --distances ,", "--distances: ");
  expect_refused("--topology mesh:4 --draw a.svg --export dot", "--export: found --draw too");
  expect_refused("--topology mesh:4 --draw a.svg -o b", "-o: found without --measure or --export");
}

}  // namespace
}  // namespace topomorph::endtoend
