// What `topomorph map` and `evaluate` take for real jobs: shared slots, pins, loads, cost models; and what they refuse.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/endtoend/cluster.h"

namespace topomorph::endtoend {
namespace {

/// Two pairs that talk much, far apart in rank: 0-2 and 1-3.
constexpr const char* kTwoPairs = R"(%%MatrixMarket matrix coordinate integer general
4 4 3
1 3 1000
2 4 1000
1 2 1
)";

class MapOptions : public testing::Test {
 protected:
  MapOptions() { workspace_.write("pairs.mtx", kTwoPairs); }

  Outcome map(const std::string& options) const {
    return run(topomorph() + " map --affinity pairs.mtx " + options, workspace_);
  }
  nlohmann::json json(const std::string& options) const { return nlohmann::json::parse(map(options + " --json").out); }

  /// Status 2, nothing on stdout, and a message that says what was wrong.
  void expect_refused(const std::string& options, const std::string& word) const {
    const Outcome outcome = map(options);
    EXPECT_EQ(outcome.status, 2) << options;
    EXPECT_EQ(outcome.out, "") << options;
    EXPECT_NE(outcome.err.find(word), std::string::npos) << options << ": " << outcome.err;
  }

  Workspace workspace_;
};

TEST_F(MapOptions, ParametersOfTopoMatch) {
  for (const char* name : {"topomatch", "topomatch:tau=5,partition=scotch", "topomatch:method=scotch", "treematch"}) {
    const auto found = json(std::string("--topology tree:2:2@1:10 --algorithm ") + name);
    EXPECT_EQ(found["hop_bytes"], 2 * 1000 + 10) << name;
  }
  EXPECT_EQ(json("--topology torus:2x2 --algorithm topomatch")["algorithm"], "topomatch");
  expect_refused("--topology tree:2:2 --algorithm topomatch:tau=many", "found \"tau=many\", expected tau=N (0 to ");
  expect_refused("--topology torus:2x2 --algorithm treematch", "needs a tree topology");
  expect_refused("--topology tree:2:2 --algorithm eagermap:tau=1", "found \"tau=1\", expected nothing or scan");
  expect_refused("--topology tree:2:2 --algorithm mpipp:tau=1", "unknown mapping algorithm");
}

TEST_F(MapOptions, ATrialNamesThePartsThatItDoesNotKnow) {
  workspace_.write("parts", "without exact\n");
  workspace_.write("misspelt", "without exakt\n");
  workspace_.write("parameter", "kTree.smal 1\n");
  const std::string trial = "--topology tree:2:2@1:10 --trial ";
  EXPECT_EQ(map(trial + "parts").err, "");
  const auto due = json(trial + "parts")["parts"];
  EXPECT_NE(std::find(due.begin(), due.end(), "exact"), due.end()) << due;
  const Outcome misspelt = map(trial + "misspelt");
  EXPECT_EQ(misspelt.status, 0);
  EXPECT_NE(misspelt.err.find("without exakt: no part of this name was due"), std::string::npos);
  expect_refused(trial + "parameter", "\"kTree.smal\" is no parameter");
}

TEST_F(MapOptions, SeveralRolesShareASlotIfTheyMay) {
  expect_refused("--topology tree:2@1", "found 4 roles for 2 slots");
  const auto result = json("--topology tree:2@1 --oversubscribe 2");
  EXPECT_EQ(result["hop_bytes"], 1);
  EXPECT_EQ(result["mapping"][0], result["mapping"][2]);
  EXPECT_EQ(result["balance"]["most_roles_on_a_slot"], 2);
  EXPECT_EQ(json("--topology tree:2@1 --oversubscribe any")["hop_bytes"], 0) << "all on one slot";
  EXPECT_EQ(json("--topology tree:2@1 --imbalance 0")["balance"]["imbalance_percent"], 0.0);
}

TEST_F(MapOptions, PinnedRolesStayOrMoveToTheirPart) {
  const auto on_slot = json("--topology tree:2:2@1:10 --pin 3=0 --pin 2=3");
  EXPECT_EQ(on_slot["mapping"], nlohmann::json({2, 1, 3, 0}));
  const auto in_part = json("--topology tree:2:2@1:10 --pin 0=@host1 --pin 1=@1:0");
  EXPECT_GE(in_part["mapping"][0], 2);
  EXPECT_LE(in_part["mapping"][1], 1);
  EXPECT_EQ(in_part["hop_bytes"], 2010);
  EXPECT_EQ(json("--topology tree:2:2@1:10 --pin 0=@level1:1 --pin 1=@level2:0")["mapping"][0].get<int>() / 2, 1);
  workspace_.write("pins", "# role 0 reads the input\n0=@host1\n\n1=@host1\n");
  EXPECT_EQ(json("--topology tree:2:2@1:10 --pin-file pins")["hop_bytes"], 20001) << "0 and 1 are kept from 2 and 3";
}

TEST_F(MapOptions, PinsAndSpeedsHaveTheWholeTopologysNumbers) {
  workspace_.write("speeds", "1\n1\n1\n1\n1\n1\n1\n5\n");
  workspace_.write("loads", "1\n1\n1\n5\n");
  const auto result = json("--topology tree:2:4@1:10 --slots 2,3,6,7 --pin 1=@host1 --loads loads --speeds speeds");
  EXPECT_EQ(result["mapping"][3], 7) << "the heavy role is on the fast slot";
  EXPECT_EQ(result["mapping"][0].get<int>() + result["mapping"][1].get<int>(), 5)
      << "beside each other on host 1: 2 and 3";
}

TEST_F(MapOptions, PartsOfAnyTopologyCanBeUsed) {
  const auto result = json("--topology torus:4x4 --slots 0,5,10,15");
  std::vector<int> used = result["mapping"];
  std::sort(used.begin(), used.end());
  EXPECT_EQ(used, (std::vector<int>{0, 5, 10, 15}));
  EXPECT_EQ(result["hop_bytes"], 2 * (1000 + 1000 + 1)) << "neighbours on the diagonal are two hops apart";
  const auto pinned = json("--topology torus:4x4 --slots 0,5,10,15 --pin 1=10");
  EXPECT_EQ(pinned["mapping"][1], 10);
  EXPECT_EQ(pinned["hop_bytes"], result["hop_bytes"]);
  expect_refused("--topology torus:4x4 --slots 0-2,16", "--slots: found '16'");
  expect_refused("--topology torus:4x4 --slots 0,5,10", "found 4 roles for 3 slots");
}

TEST_F(MapOptions, HostsArePinnedToByName) {
  workspace_.write("ring",
                   "torus 1 4 5 -1\nnode a tree 1 1 1 -1\nnode b.org tree 1 1 1 -1\nnode c tree 1 1 1 -1\n"
                   "node d tree 1 1 1 -1\n");
  const auto ring = json("--topology hierarchy:ring --pin 0=@c --pin 3=@b");
  EXPECT_EQ(ring["mapping"][0], 2);
  EXPECT_EQ(ring["mapping"][3], 1);
  EXPECT_EQ(ring["hop_bytes"], 5 * (1000 + 1000) + 10) << "the pairs are beside each other";
  workspace_.write("tree", "tree 1 2 10 -1\nnode a tree 1 2 1 -1\nnode b tree 1 2 1 -1\n");
  const auto tree = json("--topology hierarchy:tree --pin 0=@b");
  EXPECT_GE(tree["mapping"][0], 2);
  EXPECT_EQ(tree["hop_bytes"], 2010);
  expect_refused("--topology hierarchy:ring --pin 0=@e",
                 "found '@e', expected the name of a host, or @host and a number");
  expect_refused("--topology torus:4x4 --pin 0=@e", "found '@e' and a torus of 4 x 4, which has no hosts");
  expect_refused("--topology hierarchy:tree --pin 0=@e", "found '@e', expected the name of a host, or @LEVEL:NODE");
}

TEST_F(MapOptions, ATopologyMayGiveSpeeds) {
  workspace_.write("loads", "1\n1\n5\n1\n");
  EXPECT_EQ(json("--topology cmpltw:1,5,1,1 --loads loads")["mapping"][2], 1) << "the heavy role is on the fast slot";
}

TEST_F(MapOptions, CostModelsAreChosenAndPredicted) {
  const std::string problem = "--topology tree:2:2@1:10 --level-costs 1/1000:50/10 ";
  for (const char* model : {"hop-bytes", "bytes", "alpha-beta", "bottleneck"}) {
    const auto result = json(problem + "--cost " + model);
    EXPECT_EQ(result["cost_model"], model);
    EXPECT_EQ(result["hop_bytes"], 2010) << model;
    EXPECT_EQ(result["predicted"]["network"], "given");
    EXPECT_EQ(result["predicted"]["busiest_link"]["bytes"], 1001) << model;
  }
  EXPECT_EQ(json("--topology tree:2:2")["predicted"]["network"], "assumed");
}

TEST_F(MapOptions, TellsWhatAMappingTook) {
  for (const char* algorithm : {"auto", "scotch"}) {  // Scotch runs in a process of its own
    const auto result = json(std::string("--topology tree:2:2 --algorithm ") + algorithm);
    EXPECT_GT(result["cpu_seconds"].get<double>(), 0) << algorithm;
    EXPECT_GT(result["seconds"].get<double>(), 0) << algorithm;
  }
}

TEST_F(MapOptions, BytesAreNotTakenForMessages) {
  const std::string problem = "--topology tree:2:2@1:10 --level-costs 1e6/1000:2e6/10 ";  // latencies of seconds
  expect_refused(problem + "--cost messages",
                 "--cost messages: pairs.mtx has one volume for each pair and no messages\n");
  const double seconds = json(problem + "--cost alpha-beta")["predicted"]["seconds"];
  EXPECT_NEAR(seconds, 2000 / 1000e6 + 1 / 10e6, 1e-12) << "bytes alone";
  const Outcome text =
      run(topomorph() +
              " evaluate --affinity pairs.mtx --mapping cyclic --topology tree:2:2@1:10 --level-costs 1e6/1000:2e6/10",
          workspace_);
  EXPECT_EQ(lines_like(text.out, "^hop-messages  -$").size(), 1u) << text.out;
  EXPECT_EQ(lines_like(text.out, "^level[12] .* -$").size(), 2u) << text.out;
  EXPECT_EQ(
      lines_like(text.out, "^predicted, given network, without latencies: numbers of messages are not known$").size(),
      1u);
  EXPECT_EQ(lines_like(text.out, "^  all bytes in sequence             2.1e-06 s$").size(), 1u) << text.out;
}

// Ranks 0 and 2 exchange ten small messages, 0 and 1 a large one: of two hosts, messages want the one pair together,
// bytes the other.
TEST_F(MapOptions, AnAffinityMayBeATrace) {
  std::string trace = "0 init\n1 init\n2 init\n3 init\n";
  for (int i = 0; i < 10; ++i) trace += "0 send 2 0 8 6\n2 recv 0 0 8 6\n";
  workspace_.write("job.trace", trace + "0 send 1 0 1000 6\n1 recv 0 0 1000 6\n");
  const auto parsed = [&](const std::string& command) {
    const Outcome outcome =
        run(topomorph() + command + " --affinity job.trace --topology tree:2:2@1:10 --json", workspace_);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out);
  };
  const auto by_messages = parsed(" map --cost messages"), by_bytes = parsed(" map");
  const auto host = [](const nlohmann::json& found, int role) { return found["mapping"][role].get<int>() / 2; };
  EXPECT_EQ(host(by_messages, 0), host(by_messages, 2)) << by_messages;
  EXPECT_EQ(host(by_bytes, 0), host(by_bytes, 1)) << by_bytes;
  EXPECT_EQ(parsed(" evaluate --mapping identity")["hop_bytes"], 1000 * 1 + 80 * 10);
  const Outcome report = run(topomorph() + " report job.trace --topology tree:2:2@1:10", workspace_);
  EXPECT_EQ(report.status, 0) << report.err;
  EXPECT_EQ(lines_like(report.out, "^ +0 -> 1 +1 kB +1 message").size(), 1u) << report.out;
}

TEST_F(MapOptions, BadValuesAreRefused) {
  const std::string problem = "--topology tree:2:2@1:10 ";
  workspace_.write("words", "1\ntwo\n");
  workspace_.write("short", "1\n2\n");
  workspace_.write("costs", "host 1 2\nhost 3\n");
  workspace_.write("badpins", "0=1\n1=@rack7\n");
  expect_refused(problem + "--oversubscribe 0", "--oversubscribe: found '0'");
  expect_refused(problem + "--oversubscribe -2", "--oversubscribe");
  expect_refused(problem + "--imbalance=-1", "--imbalance: found '-1'");
  expect_refused(problem + "--imbalance many", "--imbalance: found 'many'");
  expect_refused(problem + "--loads words", "words:2: found \"two\"");
  expect_refused(problem + "--loads short", "found 2 loads for 4 roles");
  expect_refused(problem + "--speeds short", "found 2 speeds for 4 slots");
  expect_refused(problem + "--pin 1", "--pin: found '1', expected ROLE=SLOT");
  expect_refused(problem + "--pin 9=1", "found role 9 pinned to slot 1");
  expect_refused(problem + "--pin 1=@host7", "found '@host7', expected a node from 0 to 1: level1 has 2");
  expect_refused(problem + "--pin 1=@rack:1", "'@rack:1', expected @LEVEL:NODE with a level of the topology (level1, ");
  expect_refused(problem + "--pin 1=@1", "found '@1', expected @LEVEL:NODE");
  expect_refused(problem + "--pin 0=0 --pin 1=0", "pinned twice");
  expect_refused(problem + "--pin-file badpins", "badpins:2: found '@rack7'");
  expect_refused(problem + "--pin 0=@host0 --pin 1=@host0 --pin 2=@host0", "found no room for role");
  expect_refused(problem + "--slots 0-2,3 --pin 1=9", "found role 1 pinned to slot 9");
  expect_refused(problem + "--cost speed", "found cost model 'speed'");
  expect_refused(problem + "--level-costs costs", "costs:2: found \"host 3\"");
  expect_refused(problem + "--level-costs absent", "cannot be read");
  expect_refused(problem + "--level-costs 1/9:2/8:3/7", "found level costs of 3 levels, expected 2 at the most");
  expect_refused(problem + "--slots \"\"", "--slots: found an empty list");
  expect_refused(problem + "--seed=-1", "--seed: found '-1', expected a whole number");
  expect_refused(problem + "--seed -1", "--seed: found '-1', expected a whole number");
  expect_refused(problem + "--seed 18446744073709551616", "--seed: found '18446744073709551616'");
  for (const char* seconds : {"nan", "0", "-1", "soon"}) {
    expect_refused(problem + "--time-limit " + seconds, "--time-limit: found '" + std::string(seconds) + "'");
  }
}

TEST_F(MapOptions, UnusualAffinitiesAreMappedOrRefused) {
  const auto with = [&](const std::string& entries, const std::string& head = "coordinate integer general") {
    workspace_.write("a.mtx", "%%MatrixMarket matrix " + head + "\n" + entries);
    return run(topomorph() + " map --affinity a.mtx --topology tree:2:2@1:10 --json", workspace_);
  };
  const auto cost = [](const Outcome& outcome) { return nlohmann::json::parse(outcome.out)["hop_bytes"]; };
  EXPECT_EQ(cost(with("1 1 0\n")), 0) << "one role";
  EXPECT_EQ(cost(with("4 4 0\n")), 0) << "nobody talks";
  EXPECT_EQ(cost(with("4 4 1\n2 2 77\n")), 0) << "one role with itself";
  EXPECT_EQ(cost(with("4 4 2\n1 4 5\n2 3 6\n")), 11) << "two islands";
  EXPECT_EQ(cost(with("4 4 2\n1 4 5\n4 1 6\n")), 11) << "more one way than the other";
  EXPECT_EQ(cost(with("4 4 1\n4 1 9\n", "coordinate integer symmetric")), 9);
  for (const char* bad :
       {"0 0 0\n", "4 4 1\n1 4 -5\n", "4 4 1\n1 4 99999999999999999999\n", "4 4 1\n1 5 1\n", "4 3 1\n1 2 1\n",
        "4 4 2\n1 2 18446744073709551615\n1 3 1\n", "4 4 2\n1 4 5\n", "4 4 1\n1 4 0.5\n"}) {
    const Outcome outcome = with(bad);
    EXPECT_EQ(outcome.status, 2) << bad;
    EXPECT_EQ(outcome.out, "") << bad;
    EXPECT_NE(outcome.err.find("a.mtx"), std::string::npos) << outcome.err;
  }
  workspace_.write("a.graph", "3 2 1\n2 5\n1 6\n\n");
  const Outcome lopsided = run(topomorph() + " map --affinity a.graph --topology tree:4", workspace_);
  EXPECT_EQ(lopsided.status, 2) << "an undirected graph whose edge has two weights";
}

TEST_F(MapOptions, EvaluateJudgesSharedSlots) {
  workspace_.write("shared.map", "0\n1\n0\n1\n");
  const std::string evaluate = topomorph() + " evaluate --affinity pairs.mtx --topology tree:2@7 --mapping shared.map ";
  EXPECT_EQ(run(evaluate, workspace_).status, 2) << "one role on each is the rule";
  const Outcome outcome = run(evaluate + "--oversubscribe 2 --json", workspace_);
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["hop_bytes"], 7) << outcome.err;
}

TEST_F(MapOptions, WhatNeedsHostsRefusesATreeThatDoesNotSayThem) {
  const std::string map = topomorph() + " map --affinity cart:4x4 --topology ";
  for (const char* needs :
       {"--algorithm pacmap", "--algorithm lama:scbnh", "--pin 0=@host1", "--cost bytes", "--rankfile ranks"}) {
    const Outcome refused = run(map + "tleaf:2,180,4,90,2,9 " + needs, workspace_);
    EXPECT_EQ(refused.status, 2) << needs;
    EXPECT_NE(refused.err.find("does not say which nodes are the hosts"), std::string::npos) << refused.err;
    EXPECT_EQ(run(map + "tleaf:2,180,4,90,host,2,9 " + needs, workspace_).status, 0) << needs;
    EXPECT_EQ(run(map + "tree:2:4:2 " + needs, workspace_).status, 0) << needs;
  }
  EXPECT_EQ(run(map + "tleaf:2,180,4,90,2,9", workspace_).status, 0) << "auto needs no hosts";
  EXPECT_EQ(run(map + "tleaf:2,180,4,90,2,9 --rankfile ranks -o half.map", workspace_).status, 2);
  EXPECT_FALSE(std::filesystem::exists(workspace_.path() / "half.map")) << "nothing is half-written";
}

TEST_F(MapOptions, TopologyDescribesItself) {
  const Outcome outcome = run(topomorph() + " topology --topology tree:2:4@1:10 --json", workspace_);
  const auto result = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(result["slots"], 8);
  EXPECT_EQ(result["levels"][0]["distance"], 10);
  EXPECT_EQ(run(topomorph() + " topology --topology tree:x", workspace_).status, 2);
  EXPECT_EQ(run(topomorph() + " topology -o costs", workspace_).status, 2) << "nothing to write without --measure";
  EXPECT_EQ(run(topomorph() + " topology", workspace_).status, 0) << "this host";
}

// ------------------------------------------------------------------------------------------- from a present mapping

TEST_F(MapOptions, ReplacesOnlyRolesOfLostSlots) {
  workspace_.write("old.map", "0\n2\n1\n3\n");
  const nlohmann::json found = json("--topology tree:2:4 --slots 2-7 --from old.map --most-moved 0");
  EXPECT_EQ(found["remapping"]["lost"], 2);
  EXPECT_EQ(found["remapping"]["chosen"]["moved"], 2);
  EXPECT_EQ(found["mapping"][1], 2);
  EXPECT_EQ(found["mapping"][3], 3);
  for (const auto& slot : found["mapping"]) EXPECT_GE(slot, 2);
}

TEST_F(MapOptions, MovesRolesFromThePresentMappingOnlyIfThatPays) {
  workspace_.write("old.map", "0\n2\n1\n3\n");  // each pair on one host: the best there is
  const nlohmann::json good = json("--topology tree:2:2 --from old.map");
  EXPECT_EQ(good["mapping"], nlohmann::json::parse("[0, 2, 1, 3]"));
  workspace_.write("bad.map", "0\n1\n2\n3\n");
  EXPECT_GT(json("--topology tree:2:2 --from bad.map --move-cost 10")["remapping"]["chosen"]["moved"], 0);
  const nlohmann::json dear = json("--topology tree:2:2 --from bad.map --move-cost 100000");
  EXPECT_EQ(dear["remapping"]["chosen"]["moved"], 0);
  EXPECT_EQ(dear["hop_bytes"], dear["remapping"]["before"]);
}

TEST_F(MapOptions, RefusesAPresentMappingThatDoesNotFit) {
  workspace_.write("old.map", "0\n9\n1\n3\n");
  workspace_.write("short.map", "0\n1\n");
  expect_refused("--topology tree:2:2 --from old.map", "old.map:2");
  expect_refused("--topology tree:2:2 --from short.map", "found 2 slots for 4 roles");
  expect_refused("--topology tree:2:2 --from none.map", "none.map");
  expect_refused("--topology tree:2:2 --move-cost 5", "--move-cost: expected --from");
  expect_refused("--topology tree:2:2 --most-moved 5", "--most-moved: expected --from");
  expect_refused("--topology tree:2:2 --from identity --most-moved -1", "--most-moved: found '-1'");
  expect_refused("--topology tree:2:2 --from identity --cost alpha-beta", "--from: found --cost alpha-beta");
  expect_refused("--topology tree:2:2 --from identity --search-layouts", "--search-layouts");
}

}  // namespace
}  // namespace topomorph::endtoend
