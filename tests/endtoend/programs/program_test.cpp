// Programs that are not ours run unharmed on four hosts: measured, reordered, and in the reverse order they give the
// answer they give without us.
#include <ostream>
#include <regex>

#include <gtest/gtest.h>

#include "tests/endtoend/cluster.h"

namespace topomorph::endtoend {
namespace {

struct Program {
  std::string name;
  std::string needs;  ///< file without which the test is skipped
  int ranks;
  std::string command;
  std::string prepare;      ///< shell command, before all runs
  std::string answer_file;  ///< where the answer is; stdout if empty
  std::string answer;       ///< lines that are it
  std::string varying;      ///< parts of these lines that differ from run to run
  int seconds;
};

void PrintTo(const Program& program, std::ostream* stream) { *stream << program.name; }

/// Times; with Open MPI 5 residuals, too: its sums depend on where ranks are, without TopoMorph as well.
const char* const kVaryingOfScalapack =
    " +[0-9]+\\.[0-9]+ +[0-9]+\\.[0-9]+ (?=PASSED|FAILED)"
#ifdef TOPOMORPH_OPEN_MPI_5
    "| [0-9]+\\.[0-9]+ *$"
#endif
    ;

std::string scalapack(const std::string& name) { return "/usr/lib/x86_64-linux-gnu/scalapack/openmpi-tests/" + name; }

const char* const kPseudopotential = "/usr/share/espresso/pseudo/Si.pz-vbc.UPF";

std::vector<Program> programs() {
  return {
      {"LAMMPS", "/usr/bin/lmp", 16, "lmp -in " + input("melt.lammps") + " -log none", "", "",
       "^ +[0-9]+ +[-0-9.]+ +[-0-9.]+ +", "", 120},
      {"ScaLAPACK", scalapack("xdqr"), 16, scalapack("xdqr"), "cp " + input("QR.dat") + " .", "",
       "PASSED|FAILED|tests ", kVaryingOfScalapack, 200},
      {"QuantumEspresso", kPseudopotential, 8, "pw.x -in " + input("silicon.in"),
       std::string("cp ") + kPseudopotential + " .", "", "total energy +=|convergence has been|JOB DONE", "", 120},
      {"mpi4py", "/usr/lib/python3/dist-packages/mpi4py/__init__.py", 16,
       "/usr/bin/python3 " + input("conversation.py"), "", "", "^rank|^checksum|^sum", "", 120},
      {"hpcc", "/usr/bin/hpcc", 8, "rm -f hpccoutf.txt; @ hpcc", "cp " + input("hpccinf.txt") + " .", "hpccoutf.txt",
       // without "Success=": random accesses of a tiny table lose updates, more of them on a busy machine
       "tests completed|Solution Validates|^\\|\\|Ax-b|^PTRANS_residual|^CommWorldProcs", "", 240},
  };
}

class Unharmed : public testing::TestWithParam<Program> {
 protected:
  /// The job's command line with `runner` in front of the program.
  std::string line(const Cluster& cluster, const std::string& runner) const {
    const std::string job = "OMP_NUM_THREADS=1 " + cluster.job(GetParam().ranks) + runner + " ";
    const std::string& command = GetParam().command;
    const auto at = command.find('@');
    return at == std::string::npos ? job + command : command.substr(0, at) + job + command.substr(at + 1);
  }

  std::string text_of(const Outcome& outcome) const {
    const std::string& file = GetParam().answer_file;
    return file.empty() ? outcome.out : read_file(workspace_.file(file));
  }

  std::vector<std::string> answer(const Outcome& outcome) const {
    const Program& program = GetParam();
    std::vector<std::string> lines = lines_like(text_of(outcome), program.answer);
    if (program.varying.empty()) return lines;
    for (std::string& each : lines) each = std::regex_replace(each, std::regex(program.varying), " ");
    return lines;
  }

  Outcome start(const Cluster& cluster, const std::string& runner) const {
    return run(line(cluster, runner), workspace_, GetParam().seconds);
  }

  Workspace workspace_;
};

TEST_P(Unharmed, SameAnswerInEveryOrder) {
  const Program& program = GetParam();
  if (!std::filesystem::exists(program.needs)) GTEST_SKIP() << program.needs << " is not installed";
  const Cluster cluster("--rate 10gbit --burst 1mb");  // only the answer counts: fast links save minutes
  ASSERT_EQ(run(program.prepare, workspace_).status, 0);
  const Outcome plain = start(cluster, "");
  const std::vector<std::string> expected = answer(plain);
  ASSERT_EQ(plain.status, 0) << plain.err;
  ASSERT_FALSE(expected.empty()) << plain.out;

  for (const std::string runner :
       {"profile -o job.tmprof", "run -p job.tmprof --min-gain 0", "run --permutation reverse"}) {
    const Outcome outcome = start(cluster, topomorph() + " " + runner);
    EXPECT_EQ(outcome.status, plain.status) << runner << "\n" << outcome.err;
    EXPECT_EQ(answer(outcome), expected) << runner << "\n" << outcome.err << text_of(outcome);
    EXPECT_EQ(messages(outcome).size(), 1u) << runner << "\n" << outcome.err;
  }
  const Outcome report = run(topomorph() + " report job.tmprof", workspace_);
  EXPECT_EQ(report.status, 0) << report.err;
  const std::string hosts = cluster.several_hosts() ? " on 4 hosts" : " on 1 host";
  EXPECT_EQ(lines_like(report.out, "^ranks +" + std::to_string(program.ranks) + hosts).size(), 1u) << report.out;
}

// Launchers forward stdin to the first process: role 0 must still be there. Neither rates nor seconds decide whether
// the order is new: other tests run beside this one.
TEST(Stdin, ReachesRoleZero) {
  const Cluster cluster("--rate 100mbit");
  const Workspace workspace;
  const std::string reader = "/usr/bin/python3 " + input("reader.py");
  if (!std::filesystem::exists("/usr/lib/python3/dist-packages/mpi4py/__init__.py"))
    GTEST_SKIP() << "mpi4py is not installed";
  workspace.write("words", "one two three\n");
  const std::string profile = "profile --no-trace --no-measure-network -o r.tmprof";
  for (const std::string& runner : {std::string(), profile, std::string("run -p r.tmprof")}) {
    const Outcome outcome =
        run(cluster.job(8) + (runner.empty() ? "" : topomorph() + " " + runner) + " " + reader + " <words", workspace);
    EXPECT_EQ(outcome.out, "3 words, pairs of 8\n") << runner << "\n" << outcome.err;
    if (runner.starts_with("run") && cluster.several_hosts()) {
      EXPECT_EQ(lines_like(outcome.err, "reordered in").size(), 1u) << outcome.err;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Unharmed, testing::ValuesIn(programs()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace topomorph::endtoend
