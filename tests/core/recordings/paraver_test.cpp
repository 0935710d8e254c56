// Traces of Paraver: one that Extrae wrote, and small ones with what programs and tools do rarely.
#include "core/recordings/paraver.h"

#include <map>
#include <tuple>

#include "core/trace/trace.h"
#include "tests/core/testing.h"

namespace topomorph::recordings {
namespace {

using trace::Collective;
using trace::Step;
using trace::StepKind;

using Call = std::tuple<Collective, std::uint64_t, std::uint32_t, std::uint32_t>;  // kind, bytes, group, root

trace::Trace read(const std::string& path) {
  Warnings warnings;
  return read_paraver(path, warnings);
}

std::vector<std::string> warnings_of(const std::string& path) {
  Warnings warnings;
  read_paraver(path, warnings);
  return warnings.lines();
}

std::vector<Step> steps_of_process(const trace::Trace& trace, std::size_t process) {
  std::vector<Step> steps;
  for (trace::Cursor cursor(trace.processes.at(process).steps); cursor.step() != nullptr; cursor.advance()) {
    steps.push_back(*cursor.step());
  }
  return steps;
}

std::vector<Call> collectives(const trace::Trace& trace, std::size_t process) {
  std::vector<Call> calls;
  for (const Step& step : steps_of_process(trace, process)) {
    if (step.kind == StepKind::Collective) calls.emplace_back(step.collective, step.amount, step.slot, step.peer);
  }
  return calls;
}

bool is_send(const Step& step) { return step.kind == StepKind::Send || step.kind == StepKind::StartSend; }
bool is_receive(const Step& step) { return step.kind == StepKind::Receive || step.kind == StepKind::StartReceive; }

std::map<std::uint32_t, std::uint64_t> sent_by(const trace::Trace& trace, std::size_t process) {
  std::map<std::uint32_t, std::uint64_t> sent;
  for (const Step& step : steps_of_process(trace, process)) {
    if (is_send(step)) sent[step.peer] += step.amount;
  }
  return sent;
}

// Extrae 5.1.2 wrote it of a program with four ranks that makes each call once; states are left out.
constexpr const char* kOfExtrae = TOPOMORPH_CORPUS "/paraver/calls_of_four";

TEST(Paraver, CollectivesOfATraceOfExtrae) {
  const trace::Trace trace = read(kOfExtrae);
  ASSERT_EQ(trace.processes.size(), 4u);
  ASSERT_EQ(trace.groups.size(), 7u);
  EXPECT_EQ(trace.groups[0], (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(trace.groups[5], (std::vector<std::uint32_t>{2, 0})) << "by their ranks";
  const std::vector<Call> expected = {
      {Collective::Barrier, 0, 0, 0},        {Collective::Bcast, 1000, 0, 1},       {Collective::Gather, 10, 0, 2},
      {Collective::Gatherv, 100, 0, 0},      {Collective::Scatter, 20, 0, 1},       {Collective::Scatterv, 100, 0, 0},
      {Collective::Allgather, 30, 0, 0},     {Collective::Allgatherv, 100, 0, 0},   {Collective::Alltoall, 40, 0, 0},
      {Collective::Alltoallv, 150, 0, 0},    {Collective::Allreduce, 64, 0, 0},     {Collective::Reduce, 128, 0, 3},
      {Collective::ReduceScatter, 64, 0, 0}, {Collective::ReduceScatter, 96, 0, 0}, {Collective::Scan, 32, 0, 0},
      {Collective::Scan, 40, 0, 0},          {Collective::Bcast, 500, 5, 0},        {Collective::Allreduce, 48, 5, 0},
      {Collective::Allreduce, 72, 0, 0},     {Collective::Barrier, 0, 0, 0}};
  EXPECT_EQ(collectives(trace, 0), expected);
  std::vector<Call> of_last = expected;
  for (const std::size_t own_block : {3, 5, 7}) std::get<1>(of_last[own_block]) = 400;
  for (const std::size_t half : {16, 17}) std::get<2>(of_last[half]) = 6;
  EXPECT_EQ(collectives(trace, 3), of_last);
}

TEST(Paraver, MessagesOfATraceOfExtrae) {
  const trace::Trace trace = read(kOfExtrae);
  using Sent = std::map<std::uint32_t, std::uint64_t>;
  EXPECT_EQ(sent_by(trace, 0), (Sent{{1, 3000 + 3 * 700}, {2, 2000}, {3, 100000}}));
  EXPECT_EQ(sent_by(trace, 1), (Sent{{2, 3000 + 3 * 700}, {3, 2000}}));
  EXPECT_EQ(sent_by(trace, 3), (Sent{{0, 3000 + 3 * 700}, {1, 2000}}));
  double computed = 0;
  for (const Step& step : steps_of_process(trace, 0)) computed += step.seconds;
  EXPECT_GT(computed, 1e-5);
  EXPECT_LT(computed, 1e-3) << "the program took 2 ms after MPI_Init";
}

class SmallParaver : public ::testing::Test {
 protected:
  /// Of two processes, or so many.
  std::string trace(const std::string& records, const std::string& program = "2(1:1,1:1),2") const {
    return folder_.write("a.prv",
                         "#Paraver (01/02/2026 at 10:11):9000_ns:1(2):1:" + program + "\nc:1:1:2:1:2\n" + records);
  }

  const testing::TemporaryFolder folder_;
};

constexpr const char* kIsend =
    "2:1:1:1:1:100:50000001:3\n3:1:1:1:1:100:110:2:1:2:1:50:900:4000:70007\n2:1:1:1:1:110:50000001:0\n";

TEST_F(SmallParaver, ASendEndsWithTheFirstWaitAfterItsMessageHasArrived) {
  const trace::Trace trace =
      read(this->trace(std::string(kIsend) + "2:1:1:1:1:200:50000001:5\n2:1:1:1:1:300:50000001:0\n"
                                             "2:1:1:1:1:400:50000002:8:50100001:0:50100002:0:50100004:1\n"
                                             "2:1:1:1:1:500:50000002:0\n"
                                             "2:1:1:1:1:600:50000001:6\n2:1:1:1:1:900:50000001:0\n"));
  const std::vector<Step> steps = steps_of_process(trace, 0);
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[0].kind, StepKind::StartSend);
  EXPECT_EQ(steps[0].amount, 4000u);
  EXPECT_EQ(steps[1].kind, StepKind::Collective);
  EXPECT_NEAR(steps[1].seconds, 90e-9 + 100e-9, 1e-15) << "between the calls";
  EXPECT_EQ(steps[2].kind, StepKind::Wait);
}

TEST_F(SmallParaver, APlainReceiveIsOne) {
  const trace::Trace trace =
      read(this->trace(std::string(kIsend) + "2:2:1:2:1:50:50000001:2\n2:2:1:2:1:900:50000001:0\n"));
  const std::vector<Step> steps = steps_of_process(trace, 1);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].kind, StepKind::Receive);
  EXPECT_EQ(steps[0].channel, static_cast<std::uint16_t>(70007)) << "the end of the tag";
}

TEST_F(SmallParaver, MessagesWithoutCallsAreUnderWayTogether) {
  const trace::Trace trace =
      read(this->trace("3:1:1:1:1:100:110:2:1:2:1:105:900:4000:1\n"
                       "3:2:1:2:1:100:110:1:1:1:1:105:900:4000:1\n"));
  for (const std::size_t process : {0, 1}) {
    const std::vector<Step> steps = steps_of_process(trace, process);
    EXPECT_EQ(steps.front().kind, StepKind::StartSend);
    EXPECT_EQ(std::ranges::count_if(steps, is_receive), 1);
    EXPECT_EQ(steps.back().kind, StepKind::Wait);
  }
}

TEST_F(SmallParaver, AMessageToItself) {
  const trace::Trace trace = read(this->trace("3:1:1:1:1:100:110:1:1:1:1:50:900:4000:1\n"));
  const std::vector<Step> steps = steps_of_process(trace, 0);
  EXPECT_EQ(std::ranges::count_if(steps, is_send), 1);
  EXPECT_EQ(std::ranges::count_if(steps, is_receive), 1);
}

TEST_F(SmallParaver, TimesWithoutAUnitAreMicroseconds) {
  const std::string path = folder_.write("a.prv",
                                         "#Paraver (1/2/26 at 10:11):90:0:1:1(1:1)\n"
                                         "2:1:1:1:1:10:50000003:31\n2:1:1:1:1:11:50000003:0\n"
                                         "2:1:1:1:1:21:50000003:32\n2:1:1:1:1:22:50000003:0\n");
  const std::vector<Step> steps = steps_of_process(read(path), 0);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_NEAR(steps[0].seconds, 10e-6, 1e-12);
}

TEST_F(SmallParaver, CollectivesOfIntercommunicatorsAndNeighboursAreLeftOut) {
  const std::string call = "2:1:1:1:1:100:50000002:";
  const trace::Trace trace = read(this->trace("i:1:2:1:1\n" + call + "7:50100001:10:50100002:0:50100004:2\n" + call +
                                              "178:50100001:10:50100002:20:50100004:1\n"));
  EXPECT_TRUE(collectives(trace, 0).empty());
}

TEST_F(SmallParaver, WhatIsMissingIsSaid) {
  EXPECT_TRUE(warnings_of(kOfExtrae).empty());
  const std::string isends = "2:1:1:1:1:100:50000001:3\n2:1:1:1:1:110:50000001:0\n";
  EXPECT_THAT(warnings_of(trace(isends + isends + isends)),
              ::testing::ElementsAre(::testing::EndsWith("a.prv: ends at 1.2 % of its time: it was cut"),
                                     ::testing::EndsWith("has no record of 3 of 3 messages: their bytes are missing")));
}

TEST_F(SmallParaver, WrongTracesAreRefusedWithTheirLine) {
  const auto expect_refused = [&](const std::string& path, const std::string& why) {
    EXPECT_INPUT_ERROR(read(path), why);
  };
  expect_refused(folder_.write("b.prv", "x"), "b.prv:1: is no trace of Paraver");
  expect_refused(folder_.write("b.prv", ""), "is no trace of Paraver");
  expect_refused(trace("", "2(1:1),1"), "a.prv:1: expected N(THREADS:NODE,…) for N processes");
  expect_refused(trace("", "4000000000(1:1,1:1),1"), "a.prv:1: expected N(THREADS:NODE,…)");
  expect_refused(folder_.write("b.prv", "#Paraver (1/2/26 at 1:1):9_ns:0:2:1(1:1):1(1:1)\n"),
                 "b.prv:1: expected the trace of 1 program, found '2' programs");
  expect_refused(trace("3:1:1:1:1:100:110:2:1:3:1:50:900:4000:1\n"),
                 "a.prv:3: expected a process from 1 to 2, found 3");
  expect_refused(trace("3:1:1:1:1:100:110:2:1:2:1:50:900\n"), "a.prv:3: expected a number of bytes, found ''");
  expect_refused(trace("3:1:1:1:1:x:110\n"), "a.prv:3: expected a time, found 'x'");
  expect_refused(trace("2:1:1:1:1:5:50000002:8:50100004:9\n"), "a.prv:3: communicator 9 is not defined");
  expect_refused(trace("c:1:2:2:1\n"), "a.prv:3: has 1 of 2 processes");
  expect_refused(trace("2:1:1:1:1:5:50000001:0"), "a.prv:3: the file was cut: expected the end of the line");
  expect_refused(trace("3:1:1:1:1:1:1:2:1:2:1:1:1:1125899906842625:1\n"),
                 "a.prv:3: expected up to 1125899906842624 bytes");
  expect_refused(folder_.write("b.prv", "#Paraver (1/2/26 at 1:1):9_ms:0:1:1(1:1)\n"),
                 "b.prv:1: expected the time of the recording's end in _ns or _us, found '9_ms'");
  expect_refused(trace("4:1\n"), "a.prv:3: expected a record of Paraver");
}

}  // namespace
}  // namespace topomorph::recordings
