// Time-independent traces are read and written; mistakes are refused with file and line.
#include <filesystem>

#include <fmt/format.h>

#include "core/replay/affinity.h"
#include "core/replay/time_independent/reader.h"
#include "core/replay/time_independent/writer.h"
#include "tests/core/replay/machines.h"

namespace topomorph::replay {
namespace {

using namespace testing;
using topomorph::testing::read_file;
using topomorph::testing::TemporaryFolder;
using namespace trace;

Trace read(const std::string& text) {
  const TemporaryFolder folder;
  return read_time_independent(folder.write("trace", text), 1e9);
}

std::string refusal(const std::string& text) {
  const TemporaryFolder folder;
  const std::string path = folder.write("trace", text);
  try {
    read_time_independent(path, 1e9);
  } catch (const InputError& error) {
    return std::string(error.what()).substr(folder.path().string().size() + 1);
  }
  return "";
}

TEST(TimeIndependent, ReadsTheActions) {
  const Trace trace = read(
      "# comment\n0 init\n1 init 0\n0 compute 1e9\n0 isend 1 5 100 1\n0 irecv 1 6 10\n0 waitall\n1 recv 0 5 100 1\n"
      "1 isend 0 6 10\n0 sleep 2\n1 wait 1 0 6\n1 comm_size 2\n0 finalize\n1 finalize\n");
  const std::vector<Step> first = {after(1, start_send(1, 400, 0, 0)), start_receive(1, 1, 1), wait(0, 2), compute(2)};
  const std::vector<Step> second = {receive(0, 0), start_send(0, 80, 0, 1), wait(0)};
  for (const auto& [rank, steps] : {std::pair(0, first), std::pair(1, second)}) {
    ASSERT_EQ(trace.processes[rank].steps.size(), steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      EXPECT_TRUE(alike(trace.processes[rank].steps[i], steps[i])) << rank << ' ' << i;
      EXPECT_EQ(trace.processes[rank].steps[i].seconds, steps[i].seconds) << rank << ' ' << i;
    }
  }
}

/// What smpirun -trace-ti writes of MPI_Waitany, of tests, and of MPI_Waitall for some of the requests.
TEST(TimeIndependent, RequestsThatEndAsSimGridWritesIt) {
  const Trace trace = read(
      "0 init\n0 irecv 1 1 8\n0 irecv 1 2 8\n0 irecv 1 3 8\n0 waitAny 3\n0 testany\n0 testall\n"
      "0 wait 1 0 2\n0 wait 1 0 1\n"
      "0 waitAny 1\n0 waitAny 1\n0 irecv 1 4 8\n0 irecv 1 5 8\n0 waitall 1\n0 wait 1 0 5\n"
      "1 init\n1 send 0 1 8\n1 send 0 2 8\n1 send 0 3 8\n1 send 0 4 8\n1 send 0 5 8\n");
  const std::vector<Step> expected = {start_receive(1, 0, 0),
                                      start_receive(1, 1, 1),
                                      start_receive(1, 2, 2),
                                      wait(0),
                                      wait(1),
                                      wait(2),
                                      start_receive(1, 0, 3),
                                      start_receive(1, 1, 4),
                                      wait(0, 2)};
  ASSERT_EQ(trace.processes[0].steps.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_TRUE(alike(trace.processes[0].steps[i], expected[i])) << i;
}

/// LULESH counts null requests in MPI_Waitall: SimGrid writes 26 where fewer are under way, and then single waits.
TEST(TimeIndependent, AWaitForWhatIsNotUnderWayIsIgnoredAsSimGridDoes) {
  const Trace trace = read(
      "0 init\n0 irecv 1 1 8\n0 waitall 26\n0 wait 1 0 1\n0 wait 1 0 1\n0 irecv 1 1 8\n0 wait 1 0 1\n"
      "1 init\n1 send 0 1 8\n1 send 0 1 8\n");
  const std::vector<Step> expected = {loop(2, 2), start_receive(1, 0, 0), wait(0)};
  ASSERT_EQ(trace.processes[0].steps.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_TRUE(alike(trace.processes[0].steps[i], expected[i])) << i;
}

TEST(TimeIndependent, FilesOfAList) {
  const TemporaryFolder folder;
  folder.write("a", "0 init\n0 send 1 0 1000 6\n0 finalize\n");
  folder.write("b", "1 init\n1 recv 0 0 1000 6\n1 finalize\n");
  const Trace trace = read_time_independent(folder.write("list", "a\nb\n"), 1e9);
  EXPECT_NEAR(seconds(trace, star(2)), kLatency + 1000 / kRate, 1e-9);
}

TEST(TimeIndependent, FilesOfAListThatWasMadeElsewhere) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("trace_files"));
  folder.write("trace_files/0.txt", "0 init\n0 compute 1e9\n");
  const std::string list = folder.write("trace", "started/there/trace_files/0.txt\n");
  EXPECT_EQ(seconds(read_time_independent(list, 1e9), star(1)), 1);
  EXPECT_INPUT_ERROR(read_time_independent(folder.write("other", "started/there/no_files/0.txt\n"), 1e9), "no_files");
}

TEST(TimeIndependent, FilesOfAListThatAreNamedFromHere) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("deep"));
  const std::string actions = folder.write("actions", "0 init\n0 compute 1e9\n");
  const std::string from_here = std::filesystem::relative(actions).string();
  EXPECT_EQ(seconds(read_time_independent(folder.write("deep/list", from_here + "\n"), 1e9), star(1)), 1);
  EXPECT_EQ(seconds(read_time_independent(folder.write("list", "examples/smpi/replay/actions\n"), 1e9), star(1)), 1)
      << "started two folders above";
}

TEST(TimeIndependent, TracesOfOldSimGridAreRefusedByName) {
  EXPECT_EQ(
      refusal("0 init\n0 allReduce 5e4 5e8\n"),
      "trace:2: found the action 'allReduce' of SimGrid before 3.20, expected 'allreduce': record it again with a "
      "later one");
  EXPECT_THAT(refusal("0 init\n1 init\n0 send 1 1e6\n"), ::testing::HasSubstr("trace:3: found a send without a tag"));
  EXPECT_THAT(refusal("0 init\n0 wait\n"), ::testing::HasSubstr("trace:2: found a wait for no request, of SimGrid"));
  EXPECT_THAT(refusal("p0 init\np0 compute 1e6\n"),
              ::testing::HasSubstr("trace:1: found a process 'p0' as of SimGrid"));
}

TEST(TimeIndependent, SeveralFiles) {
  const TemporaryFolder folder;
  const std::vector files = {folder.write("a", "0 init\n0 send 1 0 1000 6\n"),
                             folder.write("b", "1 init\n1 recv 0 0 1000 6\n")};
  EXPECT_NEAR(seconds(read_time_independent(files, 1e9), star(2)), kLatency + 1000 / kRate, 1e-9);
}

TEST(TimeIndependent, RepeatedActionsAreFolded) {
  std::string text = "0 init\n1 init\n";
  for (int i = 0; i < 100; ++i) text += "0 compute 5e8\n0 send 1 0 1000\n1 recv 0 0 1000\n";
  const Trace trace = read(text);
  EXPECT_EQ(trace.processes[0].steps.size(), 2);
  EXPECT_EQ(trace.processes[0].seen, 100);
}

TEST(TimeIndependent, CollectivesHaveTheirSizes) {
  const Trace trace = read(
      "0 init\n1 init\n"
      "0 bcast 10 1 1\n0 reduce 10 5e8 1 0\n0 allreduce 10 0\n0 gather 3 3 1 1 1\n0 scatter 9 4 1 1 1\n"
      "0 allgather 5 5 1 1\n0 alltoall 6 6 1 1\n0 gatherv 7 7 8 1 1 1\n0 scatterv 1 2 1 0 1\n0 allgatherv 2 2 3 1\n"
      "0 alltoallv 99 1 7 99 1 7 1 1\n0 reducescatter 3 5 1e9 1\n0 barrier\n");
  const auto& steps = trace.processes[0].steps;
  std::vector<std::uint64_t> bytes;
  for (const Step& step : steps) bytes.push_back(step.amount);
  EXPECT_EQ(bytes, (std::vector<std::uint64_t>{40, 80, 10, 12, 16, 20, 24, 28, 4, 8, 0, 28, 0, 32, 0}));
  EXPECT_EQ(steps[0].peer, 1);
  EXPECT_EQ(steps[2].seconds, 0.5);
  EXPECT_EQ(steps.back().seconds, 1);
}

/// An alltoallv in which process p sends 1000 (p + 1) bytes to the next, twice as many to the one after it.
std::string unequal_exchange(std::uint32_t processes) {
  std::string text;
  for (std::uint32_t p = 0; p < processes; ++p) {
    std::string sent;
    for (std::uint32_t to = 0; to < processes; ++to) {
      const std::uint32_t step = (to + processes - p) % processes;
      sent += fmt::format(" {}", step < 3 ? 1000 * (p + 1) * step : 0);
    }
    text += fmt::format("{0} alltoallv 9{1} 9{1} 6 6\n", p, sent);
  }
  return text;
}

TEST(TimeIndependent, AnUnequalExchangeKeepsTheBytesOfEachPair) {
  const Trace trace = read(unequal_exchange(3));
  const Affinity affinity = affinity_of(trace, {});
  for (Role p = 0; p < 3; ++p) {
    for (const AffinityEntry& entry : affinity.row(p)) {
      EXPECT_EQ(entry.bytes, 1000 * (p + 1) * ((entry.destination + 3 - p) % 3));
      EXPECT_EQ(entry.messages, 1);
    }
    EXPECT_EQ(affinity.row(p).size(), 2);
  }
  const std::vector<Step> rounds = {start_receive(0, 0), send(2, 2000), wait(0),
                                    start_receive(2, 0), send(0, 4000), wait(0)};
  ASSERT_EQ(trace.processes[1].steps.size(), rounds.size());
  for (std::size_t i = 0; i < rounds.size(); ++i) EXPECT_TRUE(alike(trace.processes[1].steps[i], rounds[i])) << i;
}

TEST(TimeIndependent, AmongManyAnExchangeHasOneSum) {
  const Trace trace = read(unequal_exchange(129));
  ASSERT_EQ(trace.processes[4].steps.size(), 1);
  EXPECT_EQ(trace.processes[4].steps[0].amount, 3 * 5000);
}

TEST(TimeIndependent, MistakesHaveTheirPlace) {
  EXPECT_EQ(refusal("0 init\n0 dance\n").substr(0, 55), "trace:2: found the action 'dance', expected init, final");
  EXPECT_EQ(refusal("0 init\nzero init\n"), "trace:2: found 'zero', expected the rank of a process");
  EXPECT_EQ(refusal("0 send 1 0 8\n"), "trace:1: rank 1 of 1 processes");
  EXPECT_EQ(refusal("0 init\n0 compute fast\n"), "trace:2: found 'fast', expected a number of flops");
  EXPECT_EQ(refusal("0 init\n0 compute\n"), "trace:2: a number of flops is missing");
  EXPECT_EQ(refusal("0 send 0 0 -8\n"), "trace:1: found '-8', expected a number of elements");
  EXPECT_EQ(refusal("0 send 0 x 8\n"), "trace:1: found 'x', expected a tag");
  EXPECT_EQ(refusal("0 init\n2 init\n"), "trace: has no line of process 1 of 3");
  EXPECT_EQ(refusal("0 init\n1 init\n0 gatherv 8 1\n"), "trace:3: a count for each process is missing");
  EXPECT_EQ(refusal("0 init\n1 init\n0 finalize\n"),
            "trace:2: the last line of process 1, expected its finalize: the trace was cut");
  EXPECT_EQ(refusal(""),
            "trace: has no actions, expected lines such as '0 compute 1e6', or names of files with such lines");
}

Trace example() {
  std::vector<std::vector<Step>> steps;
  for (std::uint32_t i = 0; i < 6; ++i) {
    steps.push_back({loop(9, 5), start_receive((i + 5) % 6, 0, 3),
                     after(0.001 * (i + 1), start_send((i + 1) % 6, 5000, 1, 3)), wait(0, 2),
                     collective(Collective::Allreduce, 8), collective(Collective::Bcast, 4000, 1 + i % 2, 1)});
    for (std::size_t kind = 0; kind < kCollectives; ++kind) {
      steps.back().push_back(
          after(0.0625, collective(static_cast<Collective>(kind), 6000, 0, static_cast<std::uint32_t>(kind % 6))));
    }
  }
  Trace trace = trace_of(steps);
  trace.groups.push_back({0, 2, 4});
  trace.groups.push_back({5, 3, 1});
  return trace;
}

TEST(TimeIndependent, WrittenTracesTakeTheSameTime) {
  const TemporaryFolder folder;
  const Trace trace = example();
  write_time_independent(trace, 1e9, folder.file("written"));
  const Trace again = read_time_independent(folder.file("written"), 1e9);
  const Platform platform = star(3, 2);
  EXPECT_NEAR(seconds(again, platform), seconds(trace, platform), 1e-9);
  EXPECT_THAT(read_file(folder.file("written")), ::testing::HasSubstr("\n3 allreduce 8 0 6\n"));
}

TEST(TimeIndependent, LeavesPhasesOutButNotTheirTime) {
  const TemporaryFolder folder;
  Trace trace = trace_of({{after(1, phase(1)), after(0.5, send(1, 1000))}, {receive(0)}});
  trace.phases = {"main", "solve"};
  const std::string path = folder.file("trace");
  write_time_independent(trace, 1e9, path);
  const Trace found = read_time_independent(path, 1e9);
  EXPECT_TRUE(found.phases.empty());
  EXPECT_NEAR(seconds(found, star(2)), seconds(trace, star(2)), 1e-9);
}

TEST(TimeIndependent, WritesNoEndlessFiles) {
  const TemporaryFolder folder;
  const Trace trace = trace_of({{loop(std::uint64_t{1} << 50, 1), compute(1)}});
  EXPECT_THROW(write_time_independent(trace, 1e9, folder.file("written")), InputError);
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace topomorph::replay
