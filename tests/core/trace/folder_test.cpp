// Folding finds loops, keeps the order of the steps, and stays within its memory.
#include "core/trace/folder.h"

#include "core/base/random.h"
#include "core/trace/check.h"
#include "tests/core/testing.h"

namespace topomorph::trace {
namespace {

std::vector<Step> steps_of(std::span<const Step> steps) {
  std::vector<Step> all;
  for (Cursor cursor(steps); cursor.step() != nullptr; cursor.advance()) all.push_back(*cursor.step());
  return all;
}

void expect_alike(std::span<const Step> folded, const std::vector<Step>& steps) {
  const auto all = steps_of(folded);
  ASSERT_EQ(all.size(), steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i) ASSERT_TRUE(alike(all[i], steps[i])) << "step " << i;
}

std::vector<Step> folded(const std::vector<Step>& steps) {
  Folder folder;
  for (const Step& step : steps) folder.add(step);
  EXPECT_EQ(folder.seen(), steps.size());
  EXPECT_FALSE(folder.is_window());
  expect_alike(folder.steps(), steps);
  return {folder.steps().begin(), folder.steps().end()};
}

TEST(Folder, RepeatedStepBecomesALoop) {
  const auto steps = folded(std::vector<Step>(1000, send(1, 8)));
  ASSERT_EQ(steps.size(), 2);
  EXPECT_EQ(steps[0].amount, 1000);
  EXPECT_EQ(steps[0].length, 1);
}

TEST(Folder, PhasesArePartOfTheIterations) {
  std::vector<Step> steps;
  for (int iteration = 0; iteration < 1000; ++iteration)
    steps.insert(steps.end(), {phase(1), send(1, 8), phase(2), receive(1)});
  EXPECT_EQ(folded(steps).size(), 5U);
  steps.push_back(phase(3));
  EXPECT_EQ(folded(steps).size(), 6U);
}

TEST(Folder, IterationsWithAnInnerLoopBecomeOneLoop) {
  std::vector<Step> steps;
  for (int iteration = 0; iteration < 1000; ++iteration) {
    for (std::uint32_t i = 0; i < 30; ++i) steps.push_back(send(i, 8));
    for (std::uint32_t inner = 0; inner < 5; ++inner) {
      steps.push_back(receive(1));
      steps.push_back(receive(2));
    }
  }
  const auto result = folded(steps);
  EXPECT_LE(result.size(), 30 + 2 + 2 + 1 + 40);  // an incomplete iteration may remain outside
  EXPECT_GE(result[0].amount + result[1].amount + result[2].amount, 998);
  EXPECT_LE(result.size(), 34);
}

TEST(Folder, LoopsNestSeveralLevels) {
  std::vector<Step> steps;
  for (int a = 0; a < 20; ++a) {
    for (int b = 0; b < 10; ++b) {
      for (int c = 0; c < 7; ++c) {
        for (int d = 0; d < 3; ++d) steps.push_back(send(1, 8));
        steps.push_back(receive(1));
      }
      steps.push_back(wait(0));
    }
    steps.push_back(collective(Collective::Barrier, 0));
  }
  EXPECT_LE(folded(steps).size(), 12);
}

TEST(Folder, LongBodiesAreFound) {
  std::vector<Step> steps;
  for (int iteration = 0; iteration < 20; ++iteration) {
    for (std::uint32_t i = 0; i < 5000; ++i) steps.push_back(send(i, i % 3));
  }
  Folder folder(std::size_t{8} << 20);
  for (const Step& step : steps) folder.add(step);
  expect_alike(folder.steps(), steps);
  EXPECT_EQ(folder.steps().size(), 5001);
}

TEST(Folder, ProcessorTimesAreMeans) {
  Folder folder;
  for (int i = 0; i < 100; ++i) {
    folder.compute(i);
    folder.add(send(1, 8));
    folder.add(receive(1));
  }
  folder.compute(7);
  folder.finish();
  ASSERT_EQ(folder.steps().size(), 4);
  EXPECT_NEAR(folder.steps()[1].seconds, 49.5, 1e-9);
  EXPECT_EQ(folder.steps()[2].seconds, 0);
  EXPECT_EQ(folder.steps()[3].kind, StepKind::Compute);
  EXPECT_EQ(folder.steps()[3].seconds, 7);
}

/// A body with more loops in it than are looked back over cannot go on: it becomes a loop of its own, which is joined.
TEST(Folder, TimesOfJoinedLoopsAreMeansOfAllIterations) {
  constexpr int kIterations = 8;
  Folder folder;
  std::vector<Step> steps;
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    folder.compute(iteration * iteration);
    for (std::uint32_t peer = 0; peer < 20; ++peer) {
      for (int i = 0; i < 2; ++i) {
        steps.push_back(send(peer, 8));
        folder.add(steps.back());
      }
    }
  }
  expect_alike(folder.steps(), steps);
  ASSERT_EQ(folder.steps().size(), 1U + 20 * 2);
  EXPECT_EQ(folder.steps()[0].amount, kIterations);
  EXPECT_NEAR(folder.steps()[2].seconds, 140.0 / kIterations / 2,
              1e-9);  // 0 + 1 + 4 + ... + 49, before one send of two
}

/// Joined loops that differ in their count alone are not alike: the iterations around them are found all the same.
TEST(Folder, JoinedLoopsOfOtherCountsAreOthers) {
  std::vector<Step> steps;
  for (int iteration = 0; iteration < 3; ++iteration) {
    steps.push_back(wait(0));
    for (const int count : {4, 4, 6}) {
      for (int inner = 0; inner < count; ++inner) {
        for (std::uint32_t peer = 0; peer < 20; ++peer) steps.insert(steps.end(), 2, send(peer, 8));
      }
      steps.push_back(receive(1));
    }
  }
  const auto result = folded(steps);
  const std::size_t joined = 1 + 20 * 2 + 1;
  ASSERT_EQ(result.size(), 1 + 1 + (1 + joined) + joined);
  EXPECT_EQ(result[0].amount, 3);
}

TEST(Folder, ProcessorTimesBeforeAStepAddUp) {
  Folder folder;
  Step step = send(1, 8);
  step.seconds = 5;
  folder.compute(3);
  folder.compute(4);
  folder.add(step);
  folder.add(receive(1));
  ASSERT_EQ(folder.steps().size(), 2);
  EXPECT_EQ(folder.steps()[0].seconds, 12);
  EXPECT_EQ(folder.steps()[1].seconds, 0);
}

TEST(Folder, SumsOfProcessorTimeStay) {
  Random random(3);
  Folder folder;
  double sum = 0;
  for (int i = 0; i < 5000; ++i) {
    const double seconds = static_cast<double>(random.below(1000));
    folder.compute(seconds);
    sum += seconds;
    folder.add(send(static_cast<std::uint32_t>(random.below(2)), 8));
  }
  double total = 0;
  for (const Step& step : steps_of(folder.steps())) total += step.seconds;
  EXPECT_NEAR(total, sum, 1e-6 * sum);
}

TEST(Folder, RandomStepsKeepTheirOrder) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    std::vector<Step> steps;
    while (steps.size() < 3000) {
      const std::size_t begin = random.below(steps.size() + 1);
      const std::size_t length = std::min<std::size_t>(random.below(40), steps.size() - begin);
      const std::uint64_t times = random.below(4);
      for (std::uint64_t i = 0; i < times; ++i) {
        const std::vector<Step> again(steps.begin() + static_cast<std::ptrdiff_t>(begin),
                                      steps.begin() + static_cast<std::ptrdiff_t>(begin + length));
        steps.insert(steps.end(), again.begin(), again.end());
      }
      steps.push_back(send(static_cast<std::uint32_t>(random.below(5)), 8));
    }
    const auto result = folded(steps);
    Trace trace;
    trace.processes.resize(5);
    trace.processes[0].steps = result;
    EXPECT_NO_THROW(check(trace));
  }
}

TEST(Folder, FullMemoryMakesAWindow) {
  Random random(5);
  Folder folder(std::size_t{64} << 10);
  std::vector<Step> steps;
  for (int i = 0; i < 100000; ++i) {
    steps.push_back(send(static_cast<std::uint32_t>(random.below(1 << 20)), 8));
    folder.add(steps.back());
  }
  EXPECT_TRUE(folder.is_window());
  EXPECT_EQ(folder.seen(), 100000);
  EXPECT_LE(folder.bytes(), std::size_t{64} << 10);
  EXPECT_GE(folder.bytes(), std::size_t{63} << 10) << "none is left unused";
  const auto kept = steps_of(folder.steps());
  ASSERT_GT(kept.size(), 300);
  steps.resize(kept.size());
  expect_alike(folder.steps(), steps);
}

}  // namespace
}  // namespace topomorph::trace
