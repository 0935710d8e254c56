// Tests the graph of NVIDIA's topograph.
#include "core/topology/sources/topograph/topograph.h"

#include "core/model/tree.h"
#include "tests/core/testing.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Topograph : public ::testing::Test {
 protected:
  GivenTopology read(const std::string& text) { return read_topograph(folder_.write("graph.json", text)); }
  static std::string instance(const std::string& id, const std::string& layers, const std::string& labels = "") {
    return "{\"id\": \"" + id + "\", \"network_layers\": [" + layers + "]" +
           (labels.empty() ? "" : ", \"labels\": {" + labels + "}") + "}";
  }
  static std::string domain(const std::string& name) {
    return "\"accelerator.topograph.run/domain\": \"" + name + "\", \"example.com/gpu\": \"H100\"";
  }
  static std::string graph(const std::vector<std::string>& instances) {
    std::string text = "{\"instances\": [\n";
    for (std::size_t i = 0; i < instances.size(); ++i) text += (i == 0 ? "" : ",\n") + instances[i];
    return text + "\n]}\n";
  }
  static const TreeTopology& tree(const GivenTopology& given) {
    return dynamic_cast<const TreeTopology&>(*given.topology);
  }

  testing::TemporaryFolder folder_;
};

TEST_F(Topograph, SwitchesFromTheLeafUp) {
  const GivenTopology given = read(
      graph({instance("a", "\"s1\", \"top\""), instance("b", "\"s2\", \"top\""), instance("c", "\"s1\", \"top\"")}));
  EXPECT_THAT(given.hosts.names, ElementsAre("a", "c", "b"));
  EXPECT_EQ(given.topology->distance(0, 1), 2U);
  EXPECT_EQ(given.topology->distance(0, 2), 4U);
  EXPECT_EQ(tree(given).level(1).name, "switch");
  EXPECT_THAT(given.notes, IsEmpty());
  EXPECT_EQ(given.slurm, nullptr);
}

TEST_F(Topograph, DomainsAreBelowTheSwitches) {
  const GivenTopology given =
      read(graph({instance("a", "\"s1\", \"top\"", domain("d1")), instance("b", "\"s1\", \"top\"", domain("d2")),
                  instance("c", "\"s1\", \"top\"", domain("d1")), instance("d", "\"s2\", \"top\"", domain("d3"))}));
  EXPECT_THAT(given.hosts.names, ElementsAre("a", "c", "b", "d"));
  EXPECT_EQ(given.topology->distance(0, 1), 2U) << "of one domain";
  EXPECT_EQ(given.topology->distance(0, 2), 4U) << "of one switch";
  EXPECT_EQ(given.topology->distance(0, 3), 6U);
  EXPECT_EQ(tree(given).level(1).name, "domain");
  EXPECT_EQ(tree(given).level(2).name, "switch");
}

TEST_F(Topograph, SubDomainsAreInsideDomains) {
  const auto labels = [](const std::string& part) {
    return "\"accelerator.topograph.run/domain\": \"d\", \"accelerator.topograph.run/sub-domain\": \"" + part + "\"";
  };
  const GivenTopology given = read(graph({instance("a", "", labels("d.1")), instance("b", "", labels("d.2")),
                                          instance("c", "", labels("d.1")), instance("d", "", labels("d.2"))}));
  EXPECT_THAT(given.hosts.names, ElementsAre("a", "c", "b", "d"));
  EXPECT_EQ(given.topology->distance(0, 1), 2U);
  EXPECT_EQ(given.topology->distance(0, 2), 4U);
  EXPECT_EQ(tree(given).level(1).name, "subdomain");
  EXPECT_EQ(tree(given).level(2).name, "domain");
}

TEST_F(Topograph, SwitchesThatDivideADomainAreLeftOut) {
  const GivenTopology given =
      read(graph({instance("a", "\"s1\", \"top\"", domain("d1")), instance("b", "\"s2\", \"top\"", domain("d1")),
                  instance("c", "\"s1\", \"top\"", domain("d2")), instance("d", "\"s2\", \"top\"", domain("d2"))}));
  EXPECT_THAT(given.hosts.names, ElementsAre("a", "b", "c", "d"));
  EXPECT_EQ(given.topology->distance(0, 1), 2U);
  EXPECT_EQ(given.topology->distance(0, 2), 4U);
  EXPECT_THAT(given.notes, ElementsAre("accelerator domains have hosts at several switches: the 1 lowest of 2 layers "
                                       "of switches is left out"));
}

TEST_F(Topograph, ShorterBranchesKeepApart) {
  const GivenTopology given = read(graph({instance("a", "\"s1\""), instance("b", "\"s1\""),
                                          instance("c", "\"s2\", \"top\""), instance("d", "\"s3\", \"top\"")}));
  EXPECT_EQ(given.topology->distance(0, 1), 2U);
  EXPECT_EQ(given.topology->distance(2, 3), 4U);
  EXPECT_EQ(given.topology->distance(0, 2), 6U) << "above all switches";
}

TEST_F(Topograph, TheRequestNamesTheHosts) {
  const std::string request = folder_.write("request.json",
                                            "{\"provider\": {\"name\": \"aws\"}, \"nodes\": [\n"
                                            "{\"region\": \"r\", \"instances\": {\"i-1\": \"n1\"}},\n"
                                            "{\"instances\": {\"i-2\": \"n2\"}}]}");
  const std::string file = folder_.write(
      "graph.json", graph({instance("i-1", "\"s\""), instance("i-2", "\"s\""), instance("i-3", "\"s\"")}));
  EXPECT_THAT(read_topograph(file + "?nodes=" + request).hosts.names, ElementsAre("n1", "n2", "i-3"));
}

TEST_F(Topograph, WhatIsRefused) {
  const std::pair<std::string, const char*> cases[] = {
      {"", "graph.json:1: found text that is no JSON"},
      {"{\"a\":\n" + std::string(1000, '['), "graph.json:2: found values nested too deeply"},
      {"{\n\"instances\": [\n}", "graph.json:3: found text that is no JSON"},
      {"[]", "found no object, expected a JSON object"},
      {"{}", "found no list \"instances\" of objects"},
      {"{\"instances\": [1]}", "found no list \"instances\" of objects"},
      {"{\"instances\": []}", "found no instance, expected some"},
      {graph({instance("a", ""), "{}"}), "graph.json:3: found an instance without \"id\""},
      {graph({"{\"id\": 7}"}), "graph.json:2: found \"id\" that is no text"},
      {graph({instance("a", "1")}), "graph.json:2: found \"network_layers\" that are no list of switches"},
      {graph({instance("a", "", "\"accelerator.topograph.run/domain\": []")}), "graph.json:2: found \"accelerator."},
      {graph({instance("a", ""), instance("b", ""), instance("a", "")}),
       "graph.json:4: host a is already in line 2, expected each once"}};
  for (const auto& each : cases) EXPECT_INPUT_ERROR(read(each.first), each.second) << each.first;
  std::string layers = "\"s0\"";
  for (int i = 1; i < 17; ++i) layers += ", \"s" + std::to_string(i) + "\"";
  EXPECT_INPUT_ERROR(read(graph({instance("a", layers)})), "expected at most 16 strings");
  EXPECT_INPUT_ERROR(read_topograph(folder_.file("absent.json")), "absent.json: cannot be read");
  const std::string good = folder_.write("good.json", graph({instance("a", "")}));
  EXPECT_INPUT_ERROR(read_topograph(good + "?nodes=" + folder_.write("bad.json", "{\"nodes\": [\n{}]}")),
                     "bad.json:2: found a region without \"instances\"");
}

}  // namespace
}  // namespace topomorph::topology
