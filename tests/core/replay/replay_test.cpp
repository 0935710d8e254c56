// The replay of small traces takes the time that their closed form says.
#include "core/replay/replay.h"

#include "tests/core/replay/machines.h"

namespace topomorph::replay {
namespace {

using namespace testing;
using namespace trace;

constexpr double kNear = 1e-9;

TEST(Replay, OneMessageTakesLatencyAndBytes) {
  EXPECT_NEAR(seconds(trace_of({{send(1, 1000)}, {receive(0)}}), star(2)), kLatency + 1000 / kRate, kNear);
}

TEST(Replay, MessageInsideAHostIsACopy) {
  EXPECT_NEAR(seconds(trace_of({{send(1, 1000)}, {receive(0)}}), star(1, 2)), kInside.seconds(1, 1000), kNear);
}

TEST(Replay, ComputationDelaysTheMessage) {
  const Trace trace = trace_of({{compute(0.5), after(0.25, send(1, 1000))}, {receive(0), compute(1)}});
  const Result result = replayed(trace, star(2));
  EXPECT_NEAR(result.seconds, 0.75 + kLatency + 1000 / kRate + 1, kNear);
  EXPECT_NEAR(result.processes[0].compute, 0.75, kNear);
  EXPECT_NEAR(result.processes[1].waiting, 0.75 + kLatency + 1000 / kRate, kNear);
  EXPECT_EQ(result.messages, 1);
}

/// Process 0 sends to 1 and to 2 at once, 1000 bytes to 2.
Trace sends_to_both(std::uint64_t bytes_to_first) {
  return trace_of({{start_send(1, bytes_to_first, 0), start_send(2, 1000, 1), wait(0, 2)}, {receive(0)}, {receive(0)}});
}

/// Both messages are through, one after the other or together: the first link had them all the time.
void expect_first_link_used(const Result& result) {
  ASSERT_EQ(result.links.size(), 3);
  EXPECT_EQ(result.links[0].link, 0);
  EXPECT_EQ(result.links[0].bytes, 2000);
  EXPECT_NEAR(result.links[0].busy, 2000 / kRate, kNear);
}

TEST(Replay, TwoTransfersShareALink) {
  const Result result = replayed(sends_to_both(1000), star(3));
  EXPECT_NEAR(result.seconds, kLatency + 2000 / kRate, kNear);
  expect_first_link_used(result);
}

TEST(Replay, AHostMaySendOneMessageAfterTheOther) {
  Platform platform = star(3);
  platform.piece = 5000;
  const Result result = replayed(sends_to_both(1000), platform);
  EXPECT_NEAR(result.processes[1].end, kLatency + 1000 / kRate, kNear);
  EXPECT_NEAR(result.processes[2].end, kLatency + 2000 / kRate, kNear);
  expect_first_link_used(result);
}

TEST(Replay, OthersPassBetweenThePiecesOfALongMessage) {
  Platform platform = star(3);
  platform.piece = 1000;
  const Result result = replayed(sends_to_both(16000), platform);
  EXPECT_NEAR(result.processes[1].end, kLatency + 17000 / kRate, kNear);
  EXPECT_NEAR(result.processes[2].end, kLatency + 2000 / kRate, kNear);
  EXPECT_EQ(result.links[0].bytes, 17000);
}

TEST(Replay, ALongMessageHasSixteenPieces) {
  Platform platform = star(3);
  platform.piece = 1000;
  const Result result = replayed(sends_to_both(48000), platform);
  EXPECT_NEAR(result.processes[2].end, kLatency + 4000 / kRate, kNear) << "behind a piece of 3000 bytes";
  EXPECT_NEAR(result.processes[1].end, kLatency + 49000 / kRate, kNear);
}

TEST(Replay, AMessageWaitsForThePreviousThoughBothAreBursts) {
  Platform platform = star(3);
  platform.piece = 5000;
  platform.burst = {4000, 2 * kRate};
  const Result result = replayed(sends_to_both(1000), platform);
  EXPECT_NEAR(result.processes[1].end, kLatency + 1000 / (2 * kRate), kNear);
  EXPECT_NEAR(result.processes[2].end, kLatency + 2000 / (2 * kRate), kNear);
}

TEST(Replay, PiecesOfSeveralHostsShareTheLinkToTheirReceiver) {
  Platform platform = star(3);
  platform.piece = 1000;
  const Trace trace = trace_of({{send(2, 3000)}, {send(2, 3000)}, {receive(0), receive(1)}});
  EXPECT_NEAR(seconds(trace, platform), kLatency + 6000 / kRate, kNear);
}

TEST(Replay, AMessageIsNotAheadOfItsFirstLink) {
  Platform platform = star(3);
  platform.piece = 1 << 16;
  platform.burst = {500, 1e9};
  const Trace trace = trace_of({{send(1, 2000), send(2, 500)}, {receive(0)}, {receive(0)}});
  const Result result = replayed(trace, platform);
  EXPECT_NEAR(result.processes[1].end, kLatency + 1500 / kRate, 2 * 500 / 1e9);
  EXPECT_NEAR(result.processes[2].end, kLatency + 2000 / kRate, 2 * 500 / 1e9) << "the link to it has its credit";
}

TEST(Replay, SecondTransferSlowsTheFirstOnlyWhileBothAreUnderWay) {
  const Trace trace = trace_of({{send(2, 1000)}, {after(0.0005, send(2, 1000))}, {receive(0), receive(1)}});
  const Result result = replayed(trace, star(3));
  EXPECT_NEAR(result.seconds, kLatency + 2000 / kRate, kNear);  // the link to process 2 is never idle
  EXPECT_NEAR(result.links.back().busy, 2000 / kRate, kNear);
}

TEST(Replay, BothDirectionsAreIndependent) {
  const std::vector<Step> first = {start_receive(1, 0), send(1, 1000), wait(0)};
  const std::vector<Step> second = {start_receive(0, 0), send(0, 1000), wait(0)};
  EXPECT_NEAR(seconds(trace_of({first, second}), star(2)), kLatency + 1000 / kRate, kNear);
}

TEST(Replay, RendezvousWaitsForTheReceiverAndEagerDoesNot) {
  const Trace trace = trace_of({{send(1, 1000)}, {after(1, receive(0))}});
  Platform platform = star(2);
  EXPECT_NEAR(replayed(trace, platform).processes[0].end, 0, kNear);
  EXPECT_NEAR(replayed(trace, platform).seconds, 1, kNear);
  platform.eager_limit = 1000;
  EXPECT_NEAR(replayed(trace, platform).processes[0].end, 0, kNear) << "just as long as may be";
  platform.eager_limit = 999;
  const Result late = replayed(trace, platform);
  EXPECT_NEAR(late.processes[0].end, 1 + kLatency + 1000 / kRate, kNear);
  EXPECT_NEAR(late.seconds, 1 + 2 * kLatency + 1000 / kRate, kNear);
}

TEST(Replay, RendezvousWithAReadyReceiverTakesARoundTripMore) {
  Platform platform = star(2);
  platform.eager_limit = 0;
  EXPECT_NEAR(seconds(trace_of({{send(1, 1000)}, {receive(0)}}), platform), 3 * kLatency + 1000 / kRate, kNear);
}

TEST(Replay, PingPong) {
  const Trace trace = trace_of({{loop(50, 2), send(1, 1000), receive(1)}, {loop(50, 2), receive(0), send(0, 1000)}});
  EXPECT_NEAR(seconds(trace, star(2)), 100 * (kLatency + 1000 / kRate), 100 * kNear);
}

TEST(Replay, ProcessorTimeOfAMessage) {
  Platform platform = star(2);
  platform.between_hosts = {0.25, 0.5};
  const Result result = replayed(trace_of({{send(1, 1000)}, {receive(0)}}), platform);
  EXPECT_NEAR(result.seconds, 0.75 + kLatency + 1000 / kRate, kNear);
  EXPECT_NEAR(result.processes[0].messages, 0.25, kNear);
  EXPECT_NEAR(result.processes[1].messages, 0.5, kNear);
}

TEST(Replay, ProcessorTimeOverlapsWithWaitingForOtherMessages) {
  Platform platform = star(3);
  platform.between_hosts = {0, 0.5};
  const Trace trace =
      trace_of({{send(2, 1000)}, {after(2, send(2, 1000))}, {start_receive(0, 0), start_receive(1, 1), wait(0, 2)}});
  EXPECT_NEAR(seconds(trace, platform), 2 + kLatency + 1000 / kRate + 0.5, kNear);
}

TEST(Replay, ProcessesShareTheCoresOfTheirHost) {
  Platform platform = star(1, 3);
  platform.cores = {2};
  const Result result = replayed(trace_of({{compute(1)}, {compute(1)}, {compute(4)}}), platform);
  EXPECT_NEAR(result.processes[0].end, 1.5, kNear);
  EXPECT_NEAR(result.processes[1].core_wait, 0.5, kNear);
  EXPECT_NEAR(result.seconds, 4.5, kNear);
  platform.cores = {3};
  EXPECT_NEAR(replayed(trace_of({{compute(1)}, {compute(1)}, {compute(4)}}), platform).seconds, 4, kNear);
}

TEST(Replay, CopiesInsideAHostShareItsCores) {
  Platform platform = star(1, 2);
  const Trace trace = trace_of({{send(1, 1000), compute(1)}, {receive(0)}});
  const double latency = kInside.seconds(1, 0), copy = kInside.seconds(1, 1000) - latency;
  EXPECT_NEAR(replayed(trace, platform).processes[1].end, latency + copy, kNear);
  platform.cores = {1};
  EXPECT_NEAR(replayed(trace, platform).processes[1].end, latency + 2 * copy, kNear);
}

TEST(Replay, ProcessesThatWaitTakeAPartOfACoreFromOthers) {
  Platform platform = star(1, 2);
  platform.cores = {1};
  const Trace trace = trace_of({{compute(1), send(1, 0)}, {receive(0)}});
  const double arrival = kInside.seconds(1, 0);
  EXPECT_NEAR(replayed(trace, platform).seconds, 1 + arrival, kNear);
  platform.waiting = 0.25;
  EXPECT_NEAR(replayed(trace, platform).seconds, 1 / 0.75 + arrival, kNear);
  platform.waiting = 1;
  EXPECT_NEAR(replayed(trace, platform).seconds, 2 + arrival, kNear) << "equal shares at the least";
  platform.cores = {2};
  EXPECT_NEAR(replayed(trace, platform).seconds, 1 + arrival, kNear) << "each has a core";
}

TEST(Replay, SimulatedHostsShareTheCoresOfOneMachine) {
  Platform platform = star(4);
  platform.pool_of_host = {0, 0, 1, 1};
  platform.cores = {1, 2};
  const Result result = replayed(trace_of({{compute(1)}, {compute(1)}, {compute(1)}, {compute(1)}}), platform);
  EXPECT_NEAR(result.processes[1].end, 2, kNear);
  EXPECT_NEAR(result.processes[3].end, 1, kNear);
}

TEST(Replay, ProcessesOfOneSlotShareIt) {
  Platform platform = star(2);
  platform.cores = {1, 1};
  const Trace trace = trace_of({{compute(1)}, {compute(1)}, {compute(1)}});
  EXPECT_NEAR(replay(trace, platform, {0, 0, 1}, exact())->seconds, 2, kNear);
}

TEST(Replay, BurstPassesAtFullSpeed) {
  Platform platform = star(2);
  platform.burst = {500, 1e9};
  const Trace trace = trace_of({{send(1, 1000)}, {receive(0)}});
  // The credit, and what the link itself adds to it meanwhile, pass at once.
  const double fast = 500 / (1e9 - kRate);
  EXPECT_NEAR(seconds(trace, platform), kLatency + fast + (1000 - fast * 1e9) / kRate, kNear);
  platform.burst.bytes = 2000;
  EXPECT_NEAR(seconds(trace, platform), kLatency + 1000 / 1e9, kNear);
}

TEST(Replay, BurstComesBackWithTime) {
  Platform platform = star(2);
  platform.burst = {1000, 1e9};
  const auto two = [&](double pause) {
    return seconds(trace_of({{send(1, 1000), after(pause, send(1, 1000))}, {receive(0), receive(0)}}), platform) -
           pause;
  };
  EXPECT_NEAR(two(1), kLatency + 1000 / 1e9, 2e-9);
  EXPECT_NEAR(two(0), kLatency + 1000 / kRate, 1e-5);
}

TEST(Replay, Ring) {
  std::vector<std::vector<Step>> steps;
  for (std::uint32_t i = 0; i < 8; ++i)
    steps.push_back({loop(7, 3), start_receive((i + 7) % 8, 0), send((i + 1) % 8, 1000), wait(0)});
  EXPECT_NEAR(seconds(trace_of(steps), star(8)), 7 * (kLatency + 1000 / kRate), kNear);
}

TEST(Replay, ChannelsKeepTheirOwnOrder) {
  const Trace trace = trace_of({{send(1, 1000, 7), send(1, 5000, 8)}, {receive(0, 8), receive(0, 7)}});
  const Result result = replayed(trace, star(2));
  EXPECT_NEAR(result.seconds, kLatency + 6000 / kRate, kNear);
}

TEST(Replay, PermutationMovesTheTraffic) {
  const Trace trace = trace_of({{send(1, 1000)}, {receive(0)}, {}, {}});
  const Platform platform = star(2, 2);
  EXPECT_TRUE(replay(trace, platform, {0, 1, 2, 3}, exact())->links.empty());
  const Result apart = *replay(trace, platform, {3, 0, 1, 2}, exact());
  ASSERT_EQ(apart.links.size(), 2);
  EXPECT_EQ(apart.links[0].link, 1);
  EXPECT_EQ(apart.links[1].link, 2);
}

TEST(Replay, SmallMessagesTakeTheirTimeAndCount) {
  Options options = exact();
  options.small_messages = 0.5;
  const Trace trace = trace_of({{start_send(1, 10, 0), start_send(2, 10, 1), wait(0, 2)}, {receive(0)}, {receive(0)}});
  const Result result = replayed(trace, star(3), options);
  EXPECT_NEAR(result.seconds, kLatency + 10 / kRate, kNear);
  EXPECT_EQ(result.links[0].bytes, 20);
}

TEST(Replay, SmallMessagesCountOnTheFirstLinkToo) {
  Options options = exact();
  options.small_messages = 0.5;
  Platform platform = star(2);
  platform.piece = 5000;
  platform.eager_limit = 0;
  const Result result = replayed(trace_of({{send(1, 10)}, {receive(0)}}), platform, options);
  EXPECT_NEAR(result.processes[0].end, 2 * kLatency + 10 / kRate, kNear) << "asked, answered, and sent";
  EXPECT_NEAR(result.processes[1].end, 3 * kLatency + 10 / kRate, kNear);
  ASSERT_EQ(result.links.size(), 2);
  for (const LinkUse& link : result.links) EXPECT_EQ(link.bytes, 10);
}

TEST(Replay, MessageToItself) {
  EXPECT_NEAR(seconds(trace_of({{start_send(0, 1000, 0), receive(0), wait(0)}}), star(1)), kInside.seconds(1, 1000),
              kNear);
}

TEST(Replay, DeadlockNamesProcessAndStep) {
  const Trace trace = trace_of({{compute(1), receive(1)}, {receive(0)}, {}});
  try {
    replayed(trace, star(3));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "replay: process 0 waits forever at step 2 for process 1; 1 of 3 processes reached their end");
  }
}

TEST(Replay, SendersGoOnWhenNothingElseCan) {
  Platform platform = star(2);
  platform.eager_limit = 0;
  const Trace trace = trace_of({{send(1, 1000), receive(1)}, {compute(1), send(0, 1000), receive(0)}});
  EXPECT_NEAR(seconds(trace, platform), 1 + kLatency + 1000 / kRate, kNear)
      << "the receives may have been there before";
}

TEST(Replay, ASenderThatDoesNotKnowItsBytesWaitsForTheReceiver) {
  Platform platform = star(2);
  platform.eager_limit = 0;
  Trace trace = trace_of({{compute(3), collective(Collective::Scatterv, 1000)}, {compute(2)}});
  trace.processes[1].window = true;
  const Result result = replayed(trace, platform);
  EXPECT_NEAR(result.seconds, 3, kNear);
  EXPECT_EQ(result.ended, 1);
}

TEST(Replay, WindowsEndWhereTheirTracesEnd) {
  Trace trace = trace_of({{send(1, 1000), compute(3)}, {receive(0), receive(0)}});
  trace.processes[0].window = true;
  const Result result = replayed(trace, star(2));
  EXPECT_NEAR(result.seconds, 3, kNear);
  EXPECT_EQ(result.ended, 1);
}

TEST(Replay, DeadlineEndsWithoutAResult) {
  Options options = exact();
  options.deadline = Deadline(0.0);
  const Trace trace = trace_of({{loop(std::uint64_t{1} << 40, 1), compute(1)}});
  EXPECT_FALSE(replay(trace, star(1), {0}, options));
}

TEST(Replay, CourseShowsTheUseOfLinksAndWhatProcessesDo) {
  Options options = exact();
  options.intervals = 64;
  const Trace trace = trace_of({{after(1, send(1, 1000000))}, {receive(0), compute(1)}});
  const Result result = replayed(trace, star(2), options);
  const Course& course = result.course;
  ASSERT_EQ(course.links.size(), 2U) << "up and down";
  ASSERT_EQ(course.processes.size(), 2U);
  double bytes = 0;
  for (const double share : course.links[0]) bytes += share * course.interval * kRate;
  EXPECT_NEAR(bytes, 1e6, 10);
  EXPECT_NEAR(course.links[0][course.links[0].size() / 2], 1, 1e-3);
  const auto whole = static_cast<double>(course.processes[1].size()) * course.interval;
  EXPECT_GE(whole, result.seconds);
  EXPECT_LT(whole, result.seconds + course.interval);
  EXPECT_NEAR(course.processes[1].front().waiting, course.interval, 1e-6) << "waits from the beginning";
  EXPECT_EQ(course.processes[1].front().compute, 0);
  EXPECT_NEAR(course.processes[0].front().compute, course.interval, 1e-6);
}

/// Cores are shared, messages take processor time, collectives have rounds: each second is in one interval.
TEST(Replay, CourseHasAllSecondsOfAllProcesses) {
  Options options = exact();
  options.intervals = 16;
  Platform platform = star(2, 2);
  platform.cores = {1, 1};
  platform.between_hosts = {1e-3, 2e-3};
  std::vector<std::vector<Step>> steps;
  for (std::uint32_t i = 0; i < 4; ++i) {
    steps.push_back({loop(20, 4), start_receive((i + 3) % 4, 0), after(0.01 * (i + 1), send((i + 1) % 4, 3000)),
                     wait(0), collective(Collective::Allreduce, 800)});
  }
  const Result result = replayed(trace_of(steps), platform, options);
  for (std::size_t process = 0; process < 4; ++process) {
    ProcessTimes sum;
    for (const ProcessTimes& times : result.course.processes[process]) sum += times;
    const ProcessTimes& whole = result.processes[process];
    for (const auto part : {&ProcessTimes::compute, &ProcessTimes::messages, &ProcessTimes::waiting,
                            &ProcessTimes::core_wait, &ProcessTimes::end}) {
      EXPECT_NEAR(sum.*part, whole.*part, 1e-5 * result.seconds);
    }
    EXPECT_GT(whole.messages, 0);
    EXPECT_GT(whole.core_wait, 0);
  }
}

TEST(Replay, ATraceOfOnePhaseHasNoTimesOfPhases) {
  Trace trace = trace_of({{after(1, phase(0)), send(1, 1000)}, {receive(0)}});
  EXPECT_TRUE(replayed(trace, star(2)).phases.empty());
  trace.phases = {"main"};
  EXPECT_TRUE(replayed(trace, star(2)).phases.empty());
}

TEST(Replay, PhasesHaveTheTimesOfTheirProcesses) {
  Trace trace = trace_of(
      {{after(1, phase(1)), loop(10, 4), after(0.5, send(1, 1000)), after(0.25, phase(2)), compute(0.125), phase(1)},
       {loop(10, 1), receive(0)}});
  trace.phases = {"main", "exchange", "rest"};
  const Result result = replayed(trace, star(2));
  ASSERT_EQ(result.phases.size(), 2U);
  ASSERT_EQ(result.phases[0].size(), 3U);
  EXPECT_NEAR(result.phases[0][0].compute, 1, kNear) << "time before the change is that of the phase before";
  EXPECT_NEAR(result.phases[0][1].compute, 7.5, kNear);
  EXPECT_NEAR(result.phases[0][2].end, 1.25, kNear);
  ASSERT_EQ(result.phases[1].size(), 1U) << "it stays in the first phase";
  EXPECT_NEAR(result.phases[1][0].waiting, result.processes[1].waiting, kNear);
  for (std::size_t process = 0; process < 2; ++process) {
    double sum = 0;
    for (const ProcessTimes& times : result.phases[process]) sum += times.end;
    EXPECT_NEAR(sum, result.processes[process].end, kNear);
  }
}

TEST(Replay, LoopsAreEqualToTheirUnrolledForm) {
  std::vector<std::vector<Step>> folded, unrolled;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::vector<Step> exchange = {start_receive((i + 3) % 4, 0), after(1e-4 * (i + 1), send((i + 1) % 4, 3000)),
                                        wait(0)};
    const Step reduce = collective(Collective::Allreduce, 800);
    folded.push_back({loop(10, 5), loop(3, 3), exchange[0], exchange[1], exchange[2], reduce});
    folded.back()[0].length = 5;
    auto& steps = unrolled.emplace_back();
    for (int outer = 0; outer < 10; ++outer) {
      for (int inner = 0; inner < 3; ++inner) steps.insert(steps.end(), exchange.begin(), exchange.end());
      steps.push_back(reduce);
    }
  }
  const Platform platform = star(2, 2);
  EXPECT_EQ(seconds(trace_of(folded), platform), seconds(trace_of(unrolled), platform));
}

/// Eight exchanges of all with all, before each of which the processes compute for unequal times.
trace::Trace exchanges(std::uint32_t processes) {
  trace::Trace trace;
  trace.groups.resize(1);
  Random random(1);
  for (std::uint32_t me = 0; me < processes; ++me) {
    trace.groups[0].push_back(me);
    trace::ProcessTrace& process = trace.processes.emplace_back();
    for (int i = 0; i < 8; ++i) {
      const double seconds = 1e-3 * static_cast<double>(random.below(1000)) / 1000;
      process.steps.push_back(trace::after(seconds, trace::collective(trace::Collective::Alltoall, 32768)));
    }
  }
  return trace;
}

/// SimGrid's replay of such a trace by slot takes 1.5 times as long as in a random order, with 16 hosts of four slots
/// and a link of 1.25 GB/s to four groups of four hosts (docs/replay.md).
TEST(Replay, ExchangesThatFellOutOfStepTakeLongerBySlot) {
  const TreeTopology machine = TreeTopology::regular(std::vector<std::uint64_t>{4, 4, 4});
  const evaluation::TreeCosts costs{{{0, 8e9}, {0, 1.25e9}, {0, 1.25e9}}};
  const Platform platform = tree_platform(machine, costs, 1);
  const trace::Trace trace = exchanges(64);
  const Mapping mixed = Random(1).permutation<Slot>(64);
  const auto ratio = [&](const Options& options) {
    return replay(trace, platform, identity(64), options)->seconds / replay(trace, platform, mixed, options)->seconds;
  };
  EXPECT_EQ(ratio(Options{}), ratio(exact()));
  EXPECT_GT(ratio(Options{}), 1.4);
}

}  // namespace
}  // namespace topomorph::replay
