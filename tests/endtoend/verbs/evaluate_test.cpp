// What `topomorph evaluate` tells of pairs and links on every kind of topology, and --cost on networks that are no
// trees.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/endtoend/cluster.h"

namespace topomorph::endtoend {
namespace {

/// Bytes between four roles in a row, and across.
constexpr const char* kRow = R"(%%MatrixMarket matrix coordinate integer general
4 4 4
1 2 100
2 3 200
3 4 300
1 4 50
)";

class EvaluateVerb : public testing::Test {
 protected:
  EvaluateVerb() { workspace_.write("row.mtx", kRow); }

  Outcome verb(const std::string& options) const {
    return run(topomorph() + " " + options + " --affinity row.mtx", workspace_);
  }
  Outcome evaluate(const std::string& options) const { return verb("evaluate --mapping identity " + options); }
  nlohmann::json json(const std::string& options) const {
    return nlohmann::json::parse(evaluate(options + " --json").out);
  }

  Workspace workspace_;
};

TEST_F(EvaluateVerb, TellsPairsAndLinksOfAMesh) {
  const auto result = json("--topology mesh:4 --links 2");
  EXPECT_EQ(result["sum_com"], 100 + 200 + 300 + 3 * 50);
  EXPECT_EQ(result["max_com"], 300);
  EXPECT_EQ(result["max_dilation"], 3);
  EXPECT_DOUBLE_EQ(result["average_dilation"], 1.5);
  EXPECT_DOUBLE_EQ(result["mapping_quality"], 600 + 50.0 / 3);
  const auto& links = result["links"];
  EXPECT_EQ(links["count"], 6);
  EXPECT_EQ(links["used"], 3);
  EXPECT_EQ(links["bytes"], 750);
  EXPECT_EQ(links["most_bytes"], 350);
  EXPECT_DOUBLE_EQ(links["average_bytes"], 250);
  ASSERT_EQ(links["busiest"].size(), 2u);
  EXPECT_EQ(links["busiest"][0]["name"], "(2)->(3)");
  EXPECT_EQ(links["busiest"][0]["bytes"], 350);
  EXPECT_EQ(links["busiest"][1]["bytes"], 250);
  EXPECT_EQ(result["predicted"]["busiest_link"]["name"], "(2)->(3)");
  EXPECT_DOUBLE_EQ(result["predicted"]["busiest_link"]["seconds"], 350 / 10e9);
}

TEST_F(EvaluateVerb, TellsLinksOfEveryKindOfTopology) {
  workspace_.write("ring.graph", "4 4 001\n2 1 4 1\n1 1 3 1\n2 1 4 1\n3 1 1 1\n");
  for (const char* spec : {"tree:2:2", "mesh:2x2", "torus:2x2", "hcub:2", "cmplt:4", "dragonfly:2x2x1",
                           "graph:ring.graph", "torus:2+tree:2", "tleaf:2,3,2,1"}) {
    const auto result = json(std::string("--topology ") + spec);
    EXPECT_GT(result["links"]["used"], 0) << spec;
    EXPECT_EQ(result["links"]["busiest"].size(), 1u) << spec;
    EXPECT_GT(result["predicted"]["busiest_link"]["seconds"], 0) << spec;
    const Outcome text = evaluate(std::string("--links 3 --topology ") + spec);
    EXPECT_EQ(lines_like(text.out, "^links +[0-9]+, of which [0-9]+ carry ").size(), 1u) << spec;
    EXPECT_EQ(lines_like(text.out, "^busiest links ").size(), 1u) << spec;
  }
}

TEST_F(EvaluateVerb, TakesTheCostOfADistanceWhereThereAreNoLevels) {
  const auto result = json("--topology torus:4 --level-costs 0/50");
  EXPECT_EQ(result["predicted"]["network"], "given");
  EXPECT_DOUBLE_EQ(result["predicted"]["seconds"], 650 / 50e6);
  const Outcome outcome = evaluate("--topology torus:4 --level-costs 1/50:2/40");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("expected one LATENCY/BANDWIDTH"), std::string::npos) << outcome.err;
}

TEST_F(EvaluateVerb, TakesTheCostsInsideThePlacesOfANetwork) {
  const auto slow = json("--topology torus:2+tree:2 --level-costs 0/25:0/50"),
             fast = json("--topology torus:2+tree:2 --level-costs 0/100:0/50");
  EXPECT_GT(slow["predicted"]["seconds"], fast["predicted"]["seconds"]);
  EXPECT_EQ(slow["predicted"]["busiest_link"]["seconds"], fast["predicted"]["busiest_link"]["seconds"]);
  const Outcome outcome = evaluate("--topology torus:2+tree:2 --level-costs 0/1:0/2:0/3");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("or 2: the levels inside a machine, then a hop between them"), std::string::npos)
      << outcome.err;
}

TEST_F(EvaluateVerb, RefusesNumbersOfLinksThatAreNone) {
  for (const char* number : {"-1", "x", "1.5"}) {
    const Outcome outcome = evaluate(std::string("--topology mesh:4 --links ") + number);
    EXPECT_EQ(outcome.status, 2) << number;
    EXPECT_EQ(outcome.out, "") << number;
    EXPECT_NE(outcome.err.find("--links"), std::string::npos) << outcome.err;
  }
  EXPECT_EQ(json("--topology mesh:4 --links 0")["links"]["busiest"].size(), 0u);
}

TEST_F(EvaluateVerb, CostsOfNetworksAreMapped) {
  const auto mapped = [&](const std::string& options) {
    return nlohmann::json::parse(verb("map --json " + options).out);
  };
  EXPECT_EQ(mapped("--topology torus:4 --cost bottleneck")["predicted"]["busiest_link"]["bytes"], 300);
  EXPECT_EQ(mapped("--topology torus:4 --cost alpha-beta")["cost_model"], "alpha-beta");
  const auto by_places = mapped("--topology torus:2+tree:2 --cost bytes")["mapping"];
  EXPECT_EQ(by_places[2].get<int>() / 2, by_places[3].get<int>() / 2) << "the heaviest pair is in one place";
  const Outcome refused = verb("map --topology torus:4 --cost bytes");
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("--cost bytes: found a torus of 4, expected a topology that tells its hosts"),
            std::string::npos)
      << refused.err;
}

}  // namespace
}  // namespace topomorph::endtoend
