// topomorph auto on a cluster: a job script with one word added runs again and again.
#include <algorithm>

#include "tests/endtoend/measuring/auto_jobs.h"

namespace topomorph::endtoend {
namespace {

using Strings = std::vector<std::string>;

TEST_F(Auto, MeasuresThenReorders) {
  const Outcome first = job(rows_);
  slow_down_known_runs();
  const Outcome second = job(rows_), third = job(rows_);
  EXPECT_EQ(lines_like(first.err, "^topomorph: row_transpose with 16 ranks is measured: ").size(), 1u) << first.err;
  for (const Outcome* later : {&second, &third}) {
    EXPECT_EQ(messages(*later).size(), 1u) << later->err;
    EXPECT_EQ(lines_like(later->err, kReordered).size(), 1u) << later->err;
    EXPECT_EQ(lines_like(later->out, "^checksum"), lines_like(first.out, "^checksum"));
  }
  EXPECT_EQ(orders(), (Strings{"launcher", "reordered", "reordered"}));
  quieten_known_runs();
  const auto situation = history().at(0)["situations"].at(0);
  EXPECT_EQ(situation["place"], "4 nodes, 4 ranks a node, in turn");
  EXPECT_EQ(situation["launcher"]["runs"], 1);
  EXPECT_EQ(situation["reordered"]["runs"], 2);
  const Outcome text = run(topomorph() + " history row_transpose --store store", workspace_);
  EXPECT_EQ(lines_like(text.out, "time in MPI +launcher's order .* \\(1 run\\), hop-bytes .* \\(2 runs, .* to .* s\\)")
                .size(),
            1u)
      << text.out;
}

TEST_F(Auto, APatternWithoutGainKeepsTheOrder) {
  job(rows_, "--map-by slot");
  const Outcome again = job(rows_, "--map-by slot");
  EXPECT_EQ(
      lines_like(again.err, "^topomorph: predicted gain .* % is under 5 %: order kept, decided in [0-9]+ ms$").size(),
      1u)
      << again.err;
  EXPECT_EQ(orders(), (Strings{"launcher", "launcher"}));
}

TEST_F(Auto, AChangedPatternIsNoticed) {
  const std::string other = "env JOB_QUADS=1 " + job_program();
  job(job_program(), "--map-by slot");
  const Outcome changed = job(other, "--map-by slot");
  EXPECT_EQ(lines_like(changed.err, "^topomorph: the pattern has changed \\(67 % of the bytes go elsewhere\\)").size(),
            1u)
      << changed.err;
  const Outcome next = job(other, "--map-by slot");
  EXPECT_EQ(lines_like(next.err, kReordered).size(), 1u) << next.err;
  EXPECT_EQ(lines_like(next.err, "measured (network|one is doubtful)").size(), 1u)
      << "the new profile has none: " << next.err;
  EXPECT_EQ(orders(), (Strings{"launcher", "outdated", "reordered"}));
}

TEST_F(Auto, TheNetworkIsKeptByHostsForAllPrograms) {
  run_until_networks_have("^date=", command(rows_));
  const std::string first = networks();
  EXPECT_EQ(lines_like(first, "^hosts=node0.nnode1.nnode2.nnode3$").size(), 1u) << first;
  run("env TOPOMORPH_MEASURE_NETWORK=0 " + command(job_program(), "--map-by slot"), workspace_);
  EXPECT_EQ(networks(), first);
  const Outcome other = job(job_program(), "--map-by slot");
  EXPECT_EQ(lines_like(other.err, "[(,] ?measured network").size(), 1u) << "its profile has none: " << other.err;
  run_until_networks_have("^earlier2_date=", command(rows_));
  const std::string enough = networks();
  forget_times();
  job(rows_);
  EXPECT_EQ(networks(), enough) << "three are enough";

  run("sed -i s/date=.*/date=2001-01-01T00:00:00Z/ store/networks/*", workspace_);
  forget_times();
  const Outcome again = job(rows_);
  EXPECT_EQ(lines_like(again.err, "measured network").size(), 1u) << again.err;
  run_until_networks_have("^date=20[2-9]", command(rows_));
  run_until_networks_have("^hosts=node0.nnode1$",
                          command("env TOPOMORPH_CASE=two " + rows_, "--map-by slot --host node0:2,node1:2", 4));
  EXPECT_EQ(lines_like(networks(), "^hosts=").size(), 2u) << networks();

  const Outcome forgotten = run(topomorph() + " history --forget-all --store store", workspace_);
  EXPECT_EQ(lines_like(forgotten.err, "store: [0-9]+ cases?, 2 networks.* forgotten$").size(), 1u) << forgotten.err;
  EXPECT_EQ(run("ls store/networks", workspace_).out, "");
}

class AutoOnSlowLinks : public Auto {
 protected:
  AutoOnSlowLinks() : Auto("--rate 20mbit") {}
};

// The links are slow and the ranks few: of ranks that wait for cores the replay knows too little to say seconds. So it
// is with other work on the machine, and the job is then measured again.
TEST_F(AutoOnSlowLinks, SaysSecondsOfTheJobWithATrace) {
  constexpr int kMost = 4;
  options_.clear();
  const std::string two_hosts = command(row_transpose() + " 16384 60", "--map-by node --host node0:2,node1:2", 4);
  const std::string line =
      "predicted time of the job .* s -> .* s \\(-.* %\\), .* s -> .* s of it in MPI \\(measured network";
  std::string said;
  for (int i = 0; i < kMost && lines_like(said, line).empty(); ++i) {
    run("rm -rf store", workspace_);
    run_until_networks_have("^date=", two_hosts);
    said = run(two_hosts, workspace_).err;
  }
  EXPECT_EQ(lines_like(said, line).size(), 1u) << said;
  EXPECT_EQ(lines_like(said, "^topomorph: the job took [0-9.]+ s, predicted [0-9.]+ s$").size(), 1u) << said;
}

// Processes are told that they fill one host after the other; they are dealt out in turn. So the launcher's order, in
// which the pairs share a host, looks bad and is best, and nothing but the clock can tell.
TEST_F(AutoOnSlowLinks, ASlowerOrderIsDropped) {
  constexpr std::size_t kMost = 4;
  const std::string line = "env TOPOMORPH_TOPOLOGY=tree:4:4 " + command(job_program());
  std::vector<std::string> said;
  while (said.size() < kMost && (said.empty() || said.back().find("the new order was slower") == std::string::npos)) {
    const Outcome outcome = run(line, workspace_);
    ASSERT_EQ(messages(outcome).size(), 1u) << outcome.err;
    said.push_back(messages(outcome).front());
  }
  EXPECT_EQ(lines_like(said[1], "predicted communication time -.*, reordered in").size(), 1u) << said[1];
  const std::string why =
      "^topomorph: the new order was slower: .* s in MPI against .* s \\(1 and [1-4] runs?\\): order kept$";
  EXPECT_EQ(lines_like(said.back(), why).size(), 1u) << said.back();
  EXPECT_EQ(lines_like(run(line, workspace_).err, why).size(), 1u) << "dropped is dropped";
  EXPECT_EQ(orders().back(), "launcher");
  EXPECT_EQ(history().at(0)["situations"].at(0)["last"]["decision"], "slower");
  run(topomorph() + " history job_program --forget --store store", workspace_);
  EXPECT_EQ(lines_like(run(line, workspace_).err, "is measured: ").size(), 1u) << "what is forgotten is measured again";
}

// The two jobs of one program end when all their ranks run: on a busy machine one would be over before the other
// begins.
TEST_F(Auto, JobsAtOnceShareTheStore) {
  const std::string one = command(job_program() + " wait", "--map-by slot", 4);
  const std::string other = command(rows_, "--map-by node", 4);
  const std::string all_run = "while [ $(ls | grep -c '^started') -lt 8 ]; do sleep 0.05; done; touch go";
  const Outcome both = run("(" + one + ") & (" + other + ") & (" + one + ") & " + all_run + "; wait", workspace_);
  EXPECT_EQ(lines_like(both.err, "^topomorph: .* with 4 ranks is measured: ").size(), 3u)
      << "also of a program's second first run: " << both.err;
  std::vector<std::size_t> runs;
  const nlohmann::json programs = history();
  for (const auto& program : programs) runs.push_back(program["runs"].size());
  std::sort(runs.begin(), runs.end());
  EXPECT_EQ(runs, (std::vector<std::size_t>{1, 2}));
}

TEST_F(Auto, TheProgramsStatusIsTheJobs) {
  const std::string failing = command(job_program() + " 6", "--map-by node", 6);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(run(failing, workspace_).status, 6);
  EXPECT_EQ(orders().size(), 2u) << "a program that says no has communicated all the same";
}

}  // namespace
}  // namespace topomorph::endtoend
