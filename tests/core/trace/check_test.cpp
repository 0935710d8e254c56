// Traces that no job can have made are refused with the process and the step.
#include "core/trace/check.h"

#include <functional>

#include <fmt/format.h>

#include "tests/core/testing.h"

namespace topomorph::trace {
namespace {

Trace one(std::vector<Step> steps) {
  Trace trace;
  trace.processes.push_back({.steps = std::move(steps)});
  trace.processes.emplace_back();
  trace.groups = {{0, 1}, {1}};
  return trace;
}

std::string refusal(const Trace& trace) {
  try {
    check(trace);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}
std::string refusal(std::vector<Step> steps) { return refusal(one(std::move(steps))); }

TEST(CheckTrace, AcceptsWhatJobsDo) {
  EXPECT_EQ(refusal({compute(1), loop(5, 3), start_receive(1, 0), send(1, 8), wait(0),
                     collective(Collective::Bcast, 8, 0, 1)}),
            "");
  EXPECT_EQ(refusal({loop(9, 4), loop(3, 2), start_send(1, 8, 3), wait(3), receive(1)}), "");
  EXPECT_EQ(refusal({start_send(1, 8, 3), loop(3, 2), wait(3), start_send(1, 8, 3), wait(3)}), "");
}

TEST(CheckTrace, RefusesPeersGroupsAndRoots) {
  EXPECT_EQ(refusal({compute(0), send(2, 8)}), "trace: process 0, step 2: peer 2 of 2 processes");
  EXPECT_EQ(refusal({collective(Collective::Bcast, 8, 2)}), "trace: process 0, step 1: group 2 of 2");
  EXPECT_EQ(refusal({collective(Collective::Bcast, 8, 0, 2)}), "trace: process 0, step 1: root 2 of 2 members");
  EXPECT_EQ(refusal({collective(Collective::Bcast, 8, 1)}),
            "trace: process 0, step 1: a collective of group 1, which it is not in");
}

TEST(CheckTrace, RefusesPhasesWithoutAName) {
  EXPECT_EQ(refusal({phase(0)}), "");
  EXPECT_EQ(refusal({compute(0), phase(1)}), "trace: process 0, step 2: phase 1 of 0");
  Trace trace = one({loop(3, 2), phase(1), phase(2)});
  trace.phases = {"main", "solve", "output"};
  EXPECT_EQ(refusal(trace), "");
  trace.phases.pop_back();
  EXPECT_EQ(refusal(trace), "trace: process 0, step 3: phase 2 of 2");
}

TEST(CheckTrace, RefusesUnbalancedWaits) {
  EXPECT_EQ(refusal({wait(4)}), "trace: process 0, step 1: waits for request 4, which is not under way");
  EXPECT_EQ(refusal({start_send(1, 8, 0), wait(0), wait(0)}),
            "trace: process 0, step 3: waits for request 0, which is not under way");
  EXPECT_EQ(refusal({start_send(1, 8, 0), start_send(1, 8, 0)}),
            "trace: process 0, step 2: starts request 0, which is under way");
  EXPECT_EQ(refusal({start_send(1, 8, 0)}), "trace: process 0, step 1: ends, and never waits for request 0");
  EXPECT_EQ(refusal({loop(2, 1), start_send(1, 8, 0)}),
            "trace: process 0, step 1: the second iteration starts request 0, which is under way");
  EXPECT_EQ(refusal({start_send(1, 8, 0), loop(2, 1), wait(0)}),
            "trace: process 0, step 2: the second iteration waits for request 0, which is not under way");
  EXPECT_EQ(refusal({wait(0, 0)}), "trace: process 0, step 1: waits for no request");
  EXPECT_THAT(refusal({start_send(1, 8, kMaxSlots)}), ::testing::HasSubstr("request 1048576 of at most"));
}

TEST(CheckTrace, WindowsMayEndBeforeTheirWaits) {
  Trace trace = one({start_send(1, 8, 0)});
  trace.processes[0].window = true;
  EXPECT_EQ(refusal(trace), "");
}

TEST(CheckTrace, RefusesLoops) {
  EXPECT_EQ(refusal({loop(0, 1), compute(1)}), "trace: process 0, step 1: a loop of 0 iterations");
  EXPECT_EQ(refusal({loop(1, 0)}), "trace: process 0, step 1: a loop without steps");
  EXPECT_EQ(refusal({loop(1, 2), compute(1)}), "trace: process 0, step 1: a loop of 2 steps, but 1 follow");
  EXPECT_EQ(refusal({loop(2, 2), loop(2, 2), compute(1), compute(1)}),
            "trace: process 0, step 2: a loop of 2 steps, but 1 follow");
  std::vector<Step> deep;
  for (std::uint32_t i = 0; i <= kMaxDepth; ++i) deep.push_back(loop(1, static_cast<std::uint32_t>(kMaxDepth + 1 - i)));
  deep.push_back(compute(1));
  EXPECT_EQ(refusal(deep), "trace: process 0, step 9: loops nested more than 8 deep");
  const std::uint64_t many = std::uint64_t{1} << 40;
  EXPECT_THAT(refusal({loop(many, 2), loop(many, 1), compute(1)}), ::testing::HasSubstr("too many iterations in all"));
  EXPECT_THAT(refusal({loop(~std::uint64_t{0}, 1), compute(1)}), ::testing::HasSubstr("too many iterations in all"));
}

TEST(CheckTrace, RefusesNumbers) {
  EXPECT_THAT(refusal({compute(-1)}), ::testing::HasSubstr("processor time is not a number from 0 up"));
  EXPECT_THAT(refusal({compute(1.0 / 0.0)}), ::testing::HasSubstr("processor time"));
  EXPECT_THAT(refusal({send(1, ~std::uint64_t{0})}), ::testing::HasSubstr("18446744073709551615 bytes"));
}

TEST(CheckTrace, RefusesGroups) {
  Trace trace = one({});
  trace.groups.push_back({0, 5});
  EXPECT_EQ(refusal(trace), "trace: group 2: member 5 of 2 processes");
  trace.groups.back() = {1, 1};
  EXPECT_EQ(refusal(trace), "trace: group 2: has member 1 twice");
  EXPECT_EQ(refusal(Trace()), "trace: no processes");
}

/// A replay keeps a record of each slot up to the last one.
TEST(CheckTrace, RefusesRequestsFarBeyondItsSteps) {
  EXPECT_EQ(refusal({start_send(1, 8, 65), wait(65)}), "") << "two steps, and 64 more";
  EXPECT_EQ(refusal({start_send(1, 8, 66), wait(66)}), "trace: process 0, step 1: request 66 of at most 66");
  EXPECT_EQ(refusal({start_send(1, 8, 0), wait(0, 1 << 20)}), "trace: process 0, step 2: request 0 of at most 66");
  std::vector<Step> many;
  for (std::uint32_t slot = 0; slot < 5000; ++slot) many.push_back(start_send(1, 8, slot));
  many.push_back(wait(0, 5000));
  EXPECT_EQ(refusal(many), "") << "as many as are under way";
}

/// Process p is in the groups whose number has the binary digit p; even groups list their members backwards.
TEST(CheckTrace, KnowsTheGroupsOfEachProcess) {
  constexpr std::uint32_t kProcesses = 8, kGroups = 1U << kProcesses;
  Trace trace;
  trace.processes.resize(kProcesses);
  for (std::uint32_t group = 0; group < kGroups; ++group) {
    auto& members = trace.groups.emplace_back();
    for (std::uint32_t p = 0; p < kProcesses; ++p) {
      const std::uint32_t member = group % 2 == 0 ? kProcesses - 1 - p : p;
      if ((group >> member & 1U) != 0) members.push_back(member);
    }
  }
  for (std::uint32_t p = 0; p < kProcesses; ++p) {
    for (std::uint32_t group = kGroups; group-- > 1;) {
      trace.processes[p].steps = {collective(Collective::Barrier, 0, group), collective(Collective::Barrier, 0, group)};
      const bool member = (group >> p & 1U) != 0;
      EXPECT_EQ(refusal(trace),
                member
                    ? ""
                    : fmt::format("trace: process {}, step 1: a collective of group {}, which it is not in", p, group));
    }
    trace.processes[p].steps.clear();
  }
}

}  // namespace
}  // namespace topomorph::trace
