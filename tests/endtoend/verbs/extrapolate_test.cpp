// `topomorph extrapolate`: an affinity in, a continued one out, which other verbs read; and what it refuses.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/endtoend/cluster.h"

namespace topomorph::endtoend {
namespace {

/// Neighbours in a grid that is numbered row by row, as a matrix of both directions.
std::string grid_matrix(int rows, int columns, int bytes) {
  std::string entries;
  int count = 0;
  const auto add = [&](int a, int b) {
    for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
      entries += std::to_string(from + 1) + " " + std::to_string(to + 1) + " " + std::to_string(bytes) + "\n";
      ++count;
    }
  };
  for (int rank = 0; rank < rows * columns; ++rank) {
    if (rank % columns + 1 < columns) add(rank, rank + 1);
    if (rank / columns + 1 < rows) add(rank, rank + columns);
  }
  const std::string ranks = std::to_string(rows * columns);
  return "%%MatrixMarket matrix coordinate integer general\n" + ranks + " " + ranks + " " + std::to_string(count) +
         "\n" + entries;
}

class ExtrapolateVerb : public testing::Test {
 protected:
  ExtrapolateVerb() {
    workspace_.write("16.mtx", grid_matrix(4, 4, 1000));
    workspace_.write("64.mtx", grid_matrix(8, 8, 1000));
    workspace_.write("star.mtx", "%%MatrixMarket matrix coordinate integer general\n4 4 3\n1 2 5\n1 3 5\n1 4 5\n");
    workspace_.write("odd.mtx", "%%MatrixMarket matrix coordinate integer general\n7 7 3\n1 4 50\n3 2 70\n6 7 2\n");
  }

  std::string said(const std::string& words) const {
    const Outcome outcome = run(topomorph() + " " + words, workspace_);
    EXPECT_EQ(outcome.status, 0) << words << ": " << outcome.err;
    EXPECT_EQ(outcome.err, "") << words;
    return outcome.out;
  }
  void expect_refused(const std::string& options, const std::string& word) const {
    const std::string words = "extrapolate " + options;
    endtoend::expect_refused(run(topomorph() + " " + words, workspace_), words, word);
  }

  Workspace workspace_;
};

TEST_F(ExtrapolateVerb, WritesAProfileThatOtherVerbsRead) {
  const std::string text = said("extrapolate 16.mtx -n 64 -o 64.tmprof");
  EXPECT_EQ(text.substr(0, text.find('\n')), "profile of 16 ranks continued to 64 as grid 8x8");
  EXPECT_NE(text.find("of the bytes: step (0,1)\n"), std::string::npos) << text;
  const auto report = nlohmann::json::parse(said("report 64.tmprof --json"));
  EXPECT_EQ(report["job"]["ranks"], 64) << report.dump();
  EXPECT_EQ(report["job"]["continued"], "profile of 16 ranks continued to 64 as grid 8x8");
  EXPECT_FALSE(report["job"].contains("hosts")) << "nobody knows where it will run";
  const std::string map = "map --topology tree:8:8 --json --affinity ";
  EXPECT_EQ(nlohmann::json::parse(said(map + "64.tmprof"))["mapping"],
            nlohmann::json::parse(said(map + "64.mtx"))["mapping"]);
}

TEST_F(ExtrapolateVerb, TheEndingOfTheFileIsItsFormat) {
  said("extrapolate 16.mtx -n 64 -o 64b.mtx");
  EXPECT_EQ(said("evaluate --topology tree:8:8 --affinity 64b.mtx --mapping identity --json"),
            said("evaluate --topology tree:8:8 --affinity 64.mtx --mapping identity --json"));
}

TEST_F(ExtrapolateVerb, SaysWhatItFoundAsJson) {
  const auto found = nlohmann::json::parse(said("extrapolate 16.mtx -n 64 --json"));
  EXPECT_EQ(found["ranks"], 64);
  EXPECT_EQ(found["grid"], "8x8");
  EXPECT_EQ(found["known"]["grid"], "4x4");
  EXPECT_EQ(found["checked"], nullptr);
  ASSERT_EQ(found["rules"].size(), 2u);
  EXPECT_EQ(found["rules"][0]["share"], 0.5);
  EXPECT_EQ(found["bytes"], 2 * 2 * 8 * 7 * 1000);
}

TEST_F(ExtrapolateVerb, ASecondProfileChecksTheRules) {
  const auto found = nlohmann::json::parse(said("extrapolate 16.mtx 64.mtx -n 256 --json"));
  EXPECT_EQ(found["grid"], "16x16");
  EXPECT_EQ(found["known"]["ranks"], 64);
  EXPECT_EQ(found["checked"]["ranks"], 16);
  expect_refused("64.mtx star.mtx -n 256", "64.mtx: cannot be continued with star.mtx: the rules of 64 ranks");
  expect_refused("16.mtx 16.mtx -n 64", "both are of 16 ranks");
}

TEST_F(ExtrapolateVerb, RefusesWhatItCannotContinue) {
  expect_refused("odd.mtx -n 14", "odd.mtx: cannot be continued: ");
  expect_refused("absent.mtx -n 14", "absent.mtx");
  expect_refused("16.mtx -n 0", "-n");
  expect_refused("16.mtx -n 64 -o /nowhere/64.tmprof", "/nowhere/64.tmprof");
}

}  // namespace
}  // namespace topomorph::endtoend
