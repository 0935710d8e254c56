// Traces that take hours or more memory than their own are refused; those of the largest jobs are not.
#include "core/replay/work.h"

#include <functional>

#include "core/base/successive.h"
#include "core/replay/affinity.h"
#include "core/replay/rounds.h"
#include "tests/core/replay/machines.h"

namespace topomorph::replay {
namespace {

using namespace testing;
using trace::Collective;

trace::Trace all_do(std::uint32_t processes, const std::vector<trace::Step>& steps) {
  return trace_of(std::vector<std::vector<trace::Step>>(processes, steps));
}

std::string refusal(const std::function<void()>& check) {
  try {
    check();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string refusal_of_steps(const trace::Trace& trace) {
  return refusal([&] { check_steps(trace, {}); });
}

std::string refusal_of_pairs(const trace::Trace& trace) {
  return refusal([&] { check_pairs(trace, {}); });
}

TEST(ReplayWork, LoopsOfYearsAreRefused) {
  const std::vector<trace::Step> endless = {trace::loop(1'000'000'000'000'000, 1), trace::compute(1)};
  EXPECT_EQ(refusal_of_steps(all_do(2, endless)),
            "trace: found 2e+15 steps and rounds of collectives in all iterations (hours of replay), expected at most "
            "4294967296");
  EXPECT_EQ(refusal_of_steps(all_do(1, {trace::loop(kMostSteps, 1), trace::compute(1)})), "");
  EXPECT_NE(refusal_of_steps(all_do(1, {trace::loop(kMostSteps, 1), trace::compute(1), trace::compute(1)})), "");
}

TEST(ReplayWork, NestedLoopsAndRoundsCountAsOftenAsTheyRun) {
  std::vector<trace::Step> nested;
  for (std::uint32_t depth = 0; depth < 8; ++depth) nested.push_back(trace::loop(60000, 8 - depth));
  nested.push_back(trace::compute(1));
  EXPECT_NE(refusal_of_steps(all_do(1, nested)), "") << "more than 64 bits can count";
  const std::vector<trace::Step> collectives = {trace::loop(1'000'000, 1), trace::collective(Collective::Alltoall, 8)};
  EXPECT_EQ(refusal_of_steps(all_do(50, collectives)), "");
  EXPECT_NE(refusal_of_steps(all_do(100, collectives)), "") << "100 processes with 99 rounds, a million times";
}

TEST(ReplayWork, AReplayWithoutADeadlineRefusesThem) {
  const trace::Trace trace = all_do(2, {trace::loop(1'000'000'000'000'000, 1), trace::compute(1)});
  EXPECT_INPUT_ERROR(replay(trace, star(2), {0, 1}), "hours of replay");
  Options options;
  options.deadline = Deadline(0.01);
  EXPECT_FALSE(replay(trace, star(2), {0, 1}, options)) << "with one it ends by itself";
}

TEST(ReplayWork, PairsOfCollectivesAreCountedBeforeTheyAreMade) {
  const std::vector<trace::Step> all_to_all = {trace::collective(Collective::Alltoall, 8)};
  EXPECT_EQ(refusal_of_pairs(all_do(8192, all_to_all)), "");
  EXPECT_EQ(refusal_of_pairs(all_do(8194, all_to_all)),
            "trace: found 6.71e+07 pairs of processes in collectives, expected at most 67108864");
  EXPECT_INPUT_ERROR(affinity_of(all_do(20000, all_to_all)), "pairs of processes");
}

/// An allreduce of many bytes is a ring, and the root of a gather alone has all others as partners.
TEST(ReplayWork, CollectivesOfLargeJobsAreNoAllToAlls) {
  std::vector<trace::Step> steps;
  for (const Collective kind : {Collective::Gatherv, Collective::Scatterv, Collective::Allgatherv, Collective::Bcast,
                                Collective::Scan, Collective::Allreduce}) {
    steps.push_back(trace::collective(kind, 8));
  }
  EXPECT_EQ(refusal_of_pairs(all_do(20000, steps)), "");
  EXPECT_EQ(refusal_of_pairs(all_do(20000, {trace::collective(Collective::Allreduce, 1'000'000)})), "");
}

TEST(ReplayWork, PhasesOfAllProcessesHaveASum) {
  trace::Trace trace = all_do(1 << 15, {trace::phase(2047)});
  trace.phases.resize(4096);
  EXPECT_EQ(refusal([&] { check_phases(trace); }), "");
  for (trace::ProcessTrace& process : trace.processes) process.steps = {trace::phase(2048)};
  EXPECT_NE(refusal([&] { check_phases(trace); }), "");
}

std::uint32_t rounds_of(const Call& call) {
  std::uint32_t number = 0;
  while (round_of(call, number, {})) ++number;
  return number;
}

TEST(ReplayWork, RoundsAreNotFewerThanCounted) {
  for (std::uint32_t size : {1U, 2U, 3U, 4U, 5U, 7U, 8U, 9U, 16U, 17U, 33U}) {
    for (std::size_t kind = 0; kind < trace::kCollectives; ++kind) {
      for (const std::uint64_t bytes : {std::uint64_t{8}, std::uint64_t{1'000'000}}) {
        std::uint32_t most = 0, counted = 0;
        for (std::uint32_t rank = 0; rank < size; ++rank) {
          const Call call = {static_cast<Collective>(kind), size, rank, size / 2, bytes};
          EXPECT_LE(rounds_of(call), most_rounds(call, {})) << kind << " of " << size << ", rank " << rank;
          most = std::max(most, rounds_of(call));
          counted = std::max(counted, most_rounds(call, {}));
        }
        EXPECT_LE(counted, 2 * most + 2) << kind << " of " << size;
      }
    }
  }
}

}  // namespace
}  // namespace topomorph::replay
