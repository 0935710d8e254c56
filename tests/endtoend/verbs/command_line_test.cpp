// The command line keeps its contract: what it prints where, and its exit statuses.
#include <csignal>
#include <filesystem>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/endtoend/cluster.h"

namespace topomorph::endtoend {
namespace {

/// Two pairs that talk much, far apart in rank: 0-2 and 1-3.
constexpr const char* kPairs = R"(%%MatrixMarket matrix coordinate integer general
4 4 4
1 3 1000
3 1 1000
2 4 1000
1 2 1
)";

class CommandLine : public testing::Test {
 protected:
  CommandLine() { workspace_.write("pairs.mtx", kPairs); }

  Outcome topo(const std::string& arguments) const { return run(topomorph() + " " + arguments, workspace_); }
  nlohmann::json json(const std::string& arguments) const { return nlohmann::json::parse(topo(arguments).out); }

  void expect_refused(const std::string& arguments, const std::string& word) const {
    endtoend::expect_refused(topo(arguments), arguments, word);
  }

  Workspace workspace_;
};

TEST_F(CommandLine, HelpBeginsWithAnExample) {
  EXPECT_EQ(topo("--help").out.rfind("mpirun -n 64 topomorph profile -o app.tmprof ./app args ", 0), 0u);
  for (const char* verb :
       {"profile", "run", "auto", "history", "report", "map", "layout", "evaluate", "predict", "convert"}) {
    const Outcome outcome = topo(std::string(verb) + " --help");
    EXPECT_EQ(outcome.status, 0) << verb;
    EXPECT_EQ(outcome.out.rfind("Example: ", 0), 0u) << verb;
  }
}

TEST_F(CommandLine, SaysItsVersionEverywhere) {
  const std::string version = topo("--version").out;
  EXPECT_EQ(lines_like(version, "^topomorph [0-9]+\\.[0-9]+\\.[0-9]+$").size(), 1u) << version;
  for (const char* verb : {"map", "run", "history", "simulate"}) {
    const Outcome outcome = topo(std::string(verb) + " --version");
    EXPECT_EQ(outcome.out, version) << verb;
    EXPECT_EQ(outcome.status, 0) << verb;
  }
}

TEST_F(CommandLine, MapPrintsOneSlotALine) {
  const Outcome outcome = topo("map --affinity pairs.mtx --topology tree:2:2@1:10");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  std::set<std::string> slots;
  for (const std::string& line : lines_like(outcome.out, "^[0-3]$")) slots.insert(line);
  EXPECT_EQ(slots.size(), 4u) << outcome.out;
}

TEST_F(CommandLine, MapWritesWhatEvaluateReads) {
  const Outcome outcome = topo("map --affinity pairs.mtx --topology tree:2:2@1:10 -o best.map");
  EXPECT_EQ(outcome.out, "") << "with -o nothing is printed";
  const auto result = json("evaluate --affinity pairs.mtx --topology tree:2:2@1:10 --mapping best.map --json");
  EXPECT_EQ(result["hop_bytes"], 3000 + 10);
  EXPECT_EQ(result["roles"], 4);
  EXPECT_EQ(result["slots"], 4);
  EXPECT_EQ(result["valid"], true);
  EXPECT_EQ(result["levels"][0]["bytes"], 3000);
  EXPECT_EQ(result["levels"][1]["bytes"], 1);
  EXPECT_EQ(result["levels"][1]["distance"], 10);
  EXPECT_TRUE(result["levels"][0]["messages"].is_null()) << "a matrix has one volume a pair";
  EXPECT_TRUE(result["hop_messages"].is_null());
}

TEST_F(CommandLine, MapTellsItsCostAsJson) {
  const auto result = json("map --affinity pairs.mtx --topology tree:2:2@1:10 --json");
  EXPECT_EQ(result["hop_bytes"], 3010);
  EXPECT_EQ(result["mapping"].size(), 4u);
}

TEST_F(CommandLine, MapUsesTheListedSlotsOnly) {
  const auto result = json("map --affinity pairs.mtx --topology tree:2:8@1:10 --slots 2-3,8,9 --json");
  const std::set<int> used(result["mapping"].begin(), result["mapping"].end());
  EXPECT_EQ(used, (std::set<int>{2, 3, 8, 9}));
  EXPECT_EQ(result["hop_bytes"], 3010);
}

TEST_F(CommandLine, SameSeedSameMapping) {
  const std::string line = "map --affinity pairs.mtx --topology tree:2:2 --seed 5 --threads ";
  EXPECT_EQ(topo(line + "1").out, topo(line + "2").out);
}

TEST_F(CommandLine, RankfileNamesHostsInOrder) {
  EXPECT_EQ(topo("map --affinity pairs.mtx --topology tree:2:2@1:10 --rankfile ranks -o ranks.map").status, 0);
  const std::string ranks = read_file(workspace_.file("ranks"));
  EXPECT_EQ(lines_like(ranks, "^rank [0-3]=\\+n[01] slot=[01]$").size(), 4u) << ranks;
  const auto host_of = [&](const std::string& rank) {
    return lines_like(ranks, "^rank " + rank + "=")[0].substr(7, 3);
  };
  EXPECT_EQ(host_of("0"), host_of("2"));
  EXPECT_EQ(host_of("1"), host_of("3"));
  EXPECT_NE(host_of("0"), host_of("1"));
}

TEST_F(CommandLine, EvaluateKnowsTheLaunchersOrders) {
  const std::string line = "evaluate --affinity pairs.mtx --topology tree:2:2@1:10 --json --mapping ";
  EXPECT_EQ(json(line + "identity")["hop_bytes"], 30000 + 1);
  EXPECT_EQ(json(line + "cyclic")["hop_bytes"], 3000 + 10);
  EXPECT_EQ(topo(line + "random:3").out, topo(line + "random:3").out);
  EXPECT_EQ(json(line + "random")["valid"], true);
}

TEST_F(CommandLine, UndirectedEdgesCountOnce) {
  workspace_.write("path.graph", "3 2 001\n2 5\n1 5 3 7\n2 7\n");
  EXPECT_EQ(json("evaluate --affinity path.graph --topology tree:3@1 --mapping identity --json")["hop_bytes"], 12);
}

TEST_F(CommandLine, ConvertKeepsTheAffinity) {
  EXPECT_EQ(topo("convert pairs.mtx pairs.csv").status, 0);
  EXPECT_EQ(topo("convert pairs.csv again.mtx").status, 0);
  const std::string rest = " --topology tree:2:2@1:10 --mapping cyclic --json";
  EXPECT_EQ(json("evaluate --affinity again.mtx" + rest)["hop_bytes"], 3010);
}

TEST_F(CommandLine, RefusesADenseMatrixThatFillsTheDisk) {
  workspace_.write("huge.mtx", "%%MatrixMarket matrix coordinate integer general\n400000 400000 0\n");
  for (const char* file : {"huge.mat", "huge.csv"}) {
    expect_refused(std::string("convert huge.mtx ") + file,
                   std::string(file) + ": found 400000 roles, expected at most 32768 for a dense matrix");
  }
}

TEST_F(CommandLine, AFileAboveTheLimitOfItsSizeLeavesNothing) {
  workspace_.write("wide.mtx", "%%MatrixMarket matrix coordinate integer general\n1000 1000 0\n");
  const std::string convert = topomorph() + " convert wide.mtx limited/wide.mat";
  const Outcome outcome = run("mkdir limited && ulimit -f 8 && " + convert, workspace_);
  endtoend::expect_refused(outcome, convert, "limited/wide.mat: cannot be written: File too large");
  EXPECT_TRUE(std::filesystem::is_empty(workspace_.file("limited")));
  const Outcome program = topo("run sh -c 'ulimit -f 8; exec yes >large'");
  EXPECT_EQ(program.status, 128 + SIGXFSZ) << "a program has the signal as without TopoMorph: " << program.err;
}

TEST_F(CommandLine, RefusesBadInput) {
  workspace_.write("broken.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 9 5\n");
  workspace_.write("twice.map", "0\n0\n1\n2\n");
  workspace_.write("no.tmprof", "this is no profile\n");
  expect_refused("map --affinity pairs.mtx --topology ring:4", "ring:4");
  expect_refused("map --affinity pairs.mtx --topology tree:2:x", "x");
  expect_refused("map --affinity pairs.mtx --topology tree:3", "4");
  expect_refused("map --affinity pairs.mtx --topology hwloc:absent.xml", "absent.xml");
  expect_refused("map --affinity absent.mtx --topology tree:4", "absent.mtx");
  expect_refused("map --affinity broken.mtx --topology tree:4", "broken.mtx:3");
  expect_refused("map --affinity pairs.mtx --topology tree:2:2 --slots 0-9", "0-9");
  expect_refused("map --affinity pairs.mtx --topology tree:2:2 --slots 0,0,1,2", "twice");
  expect_refused("map --affinity pairs.mtx --topology tree:2:2 --preset slow", "slow");
  expect_refused("map --affinity pairs.mtx --topology tree:2:2 --algorithm magic", "magic");
  expect_refused("map --affinity pairs.mtx --topology tree:2:2 -o absent/x.map", "absent/x.map");
  expect_refused("evaluate --affinity pairs.mtx --topology tree:2:2 --mapping twice.map", "twice.map");
  expect_refused("evaluate --affinity pairs.mtx --topology tree:2:2 --mapping random:x", "random:x");
  expect_refused("convert pairs.mtx pairs.unknown", "unknown");
  expect_refused("report no.tmprof", "no.tmprof");
  expect_refused("report absent.tmprof", "absent.tmprof");
  expect_refused("map --topology tree:4", "--affinity");
  expect_refused("frobnicate", "frobnicate");
  expect_refused("", "");
}

TEST_F(CommandLine, RunnerRefusesBadArguments) {
  expect_refused("run", "COMMAND");
  expect_refused("profile --", "COMMAND");
  expect_refused("run --nonsense true", "--nonsense");
  expect_refused("run --min-gain many true", "--min-gain");
}

TEST_F(CommandLine, RunnerBecomesTheCommand) {
  const Outcome outcome = topo("run -p here.tmprof --min-gain 3 sh -c 'env; exit 9' --help");
  EXPECT_EQ(outcome.status, 9);
  EXPECT_EQ(outcome.err, "");
  const auto has = [&](const std::string& pattern) { return lines_like(outcome.out, pattern).size() == 1; };
  EXPECT_TRUE(has("^LD_PRELOAD=/.*/libtopomorph.so$")) << outcome.out;
  EXPECT_TRUE(has("^TOPOMORPH_MODE=run$"));
  EXPECT_TRUE(has("^TOPOMORPH_MIN_GAIN=3$"));
  EXPECT_TRUE(has("^TOPOMORPH_PROFILE=" + std::filesystem::canonical(workspace_.path()).string() + "/here.tmprof$"));
}

TEST_F(CommandLine, OptionsAfterTheCommandAreTheCommands) {
  const Outcome outcome = topo("profile -- echo -o --help -- report");
  EXPECT_EQ(outcome.out, "-o --help -- report\n");
}

TEST_F(CommandLine, CommandLineBeatsEnvironment) {
  const std::string show = " run --min-gain 3 sh -c 'echo $TOPOMORPH_MODE $TOPOMORPH_MIN_GAIN $TOPOMORPH_WEIGHT'";
  const Outcome outcome =
      run("TOPOMORPH_MODE=monitor TOPOMORPH_MIN_GAIN=8 TOPOMORPH_WEIGHT=messages " + topomorph() + show, workspace_);
  EXPECT_EQ(outcome.out, "run 3 messages\n");
}

TEST_F(CommandLine, OffInTheEnvironmentBeatsTheCommandLine) {
  for (const char* verb : {"run", "profile", "auto"}) {
    const Outcome outcome = run("env -u LD_PRELOAD TOPOMORPH_MODE=off " + topomorph() + " " + verb +
                                    " sh -c 'echo \"[$LD_PRELOAD] $TOPOMORPH_MODE\"; exit 5'",
                                workspace_);
    EXPECT_EQ(outcome.out, "[] off\n");
    EXPECT_EQ(outcome.err, "topomorph: TOPOMORPH_MODE=off: the job runs without TopoMorph\n");
    EXPECT_EQ(outcome.status, 5);
  }
}

TEST_F(CommandLine, AProgramThatNeedsNoWorkingDirectoryRunsWithoutOne) {
  for (const char* verb : {"run", "profile", "auto"}) {
    const Outcome outcome = run(
        "mkdir gone && cd gone && rmdir ../gone && " + topomorph() + " " + verb + " /bin/sh -c 'exit 3'", workspace_);
    EXPECT_EQ(outcome.status, 3) << outcome.err;
  }
}

TEST_F(CommandLine, HistoryOfNothing) {
  const Outcome outcome = topo("history --store absent");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(lines_like(outcome.err, "^topomorph: .*/absent: no entry in the store$").size(), 1u) << outcome.err;
  EXPECT_EQ(json("history --store absent --json")["programs"].size(), 0u);
  EXPECT_FALSE(std::filesystem::exists(workspace_.file("absent")));
}

TEST_F(CommandLine, HistoryForgetsOnlyWhatIsNamed) {
  expect_refused("history --store absent --forget", "expected the PROGRAM");
  expect_refused("history app --store absent --forget-all", "--forget-all: found a PROGRAM");
  expect_refused("history --store . --json", "is no store of topomorph auto");
}

TEST_F(CommandLine, HistoryCountsRanksFromOne) {
  for (const char* ranks : {"0", "-3", "x"}) expect_refused(std::string("history --store absent -n ") + ranks, "-n");
}

TEST_F(CommandLine, KeepsWhatIsPreloaded) {
  const Outcome outcome = run("LD_PRELOAD=libm.so.6 " + topomorph() + " run sh -c 'echo $LD_PRELOAD'", workspace_);
  EXPECT_EQ(lines_like(outcome.out, "libtopomorph.so:libm.so.6$").size(), 1u) << outcome.out;
}

/// docs/command-line.md; the manual has the same (tests/tools/manual).
TEST_F(CommandLine, ExitStatusesAreStable) {
  workspace_.write("topology.conf", "SwitchName=leaf Nodes=n[0-3]\n");
  workspace_.write("plain", "no program");
  const std::pair<const char*, int> statuses[] = {{"evaluate --help", 0},
                                                  {"topology --topology slurm:topology.conf --check n[0-3]", 0},
                                                  {"topology --topology slurm:topology.conf --check n[2-5]", 1},
                                                  {"doctor --no-job ./absent", 1},
                                                  {"history --store absent", 0},
                                                  {"history nobody --store absent", 1},
                                                  {"doctor --nonsense", 2},
                                                  {"convert absent.mtx out.csv", 2},
                                                  {"run ./plain", 126},
                                                  {"profile ./absent", 127},
                                                  {"run sh -c 'exit 9'", 9},
                                                  {"run sh -c 'kill -9 $$'", 137}};
  for (const auto& [arguments, status] : statuses) EXPECT_EQ(topo(arguments).status, status) << arguments;
}

TEST_F(CommandLine, SaysWhatCannotBeStarted) {
  const Outcome absent = topo("run absent-command");
  EXPECT_EQ(absent.status, 127);
  EXPECT_EQ(absent.err, "topomorph: cannot run 'absent-command': No such file or directory\n");
  workspace_.write("plain", "no program");
  EXPECT_EQ(topo("run ./plain").status, 126);
}

}  // namespace
}  // namespace topomorph::endtoend
