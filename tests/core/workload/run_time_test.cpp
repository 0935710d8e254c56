// [Tuncer 2015, equation 5] by hand; random numbers of the run times and the generator.
#include <set>

#include "core/workload/applications.h"
#include "core/workload/variates.h"
#include "tests/core/testing.h"

namespace topomorph::workload {
namespace {

TEST(RunTime, IsEquationFive) {
  const RunTimeModel model;
  // 10^10 to the 0.16 is 10^1.6 = 39.81072; times 0.0019 0.07564037
  EXPECT_NEAR(model.seconds(1000, 1e10, 0), 1075.64037, 1e-4);
  // 10^10 to the 0.173 is 10^1.73 = 53.70318, to the 0.147 10^1.47 = 29.51209
  EXPECT_NEAR(model.seconds(1000, 1e10, 0.013), 1102.03604, 1e-4);
  EXPECT_NEAR(model.seconds(1000, 1e10, -0.013), 1056.07297, 1e-4);
  EXPECT_NEAR((RunTimeModel{0.5, 0.5, 0}.seconds(10, 16, 0)), 30, 1e-12) << "1 + 0.5 x 4 times";
}

TEST(RunTime, AJobWithoutHopBytesTakesItsBase) {
  EXPECT_EQ(RunTimeModel().seconds(1234, 0, 0.01), 1234);
  EXPECT_EQ((RunTimeModel{0, 0.16, 0}.seconds(1234, 1e20, 0)), 1234);
}

TEST(RunTime, TauIsEvenAndOfTheJobAlone) {
  const RunTimeModel model;
  std::set<double> all;
  double sum = 0;
  for (std::uint64_t job = 0; job < 10000; ++job) {
    const double tau = model.tau(7, job);
    EXPECT_GE(tau, -0.013);
    EXPECT_LT(tau, 0.013);
    EXPECT_EQ(tau, model.tau(7, job));
    all.insert(tau);
    sum += tau;
  }
  EXPECT_EQ(all.size(), 10000U);
  EXPECT_NEAR(sum / 10000, 0, 0.013 / 50);
  EXPECT_NE(model.tau(7, 1), model.tau(8, 1));
}

/// Returns mean and variance of 20000 numbers.
template <class Draw>
std::pair<double, double> moments(Draw draw) {
  Random random(3);
  double sum = 0, squares = 0;
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    const double x = draw(random);
    sum += x;
    squares += x * x;
  }
  const double mean = sum / kDraws;
  return {mean, squares / kDraws - mean * mean};
}

TEST(Variates, HaveTheirMeanAndVariance) {
  const auto [even, even_variance] = moments([](Random& random) { return uniform(random, 2, 4); });
  EXPECT_NEAR(even, 3, 0.02);
  EXPECT_NEAR(even_variance, 4.0 / 12, 0.01);
  const auto [mean, variance] = moments([](Random& random) { return normal(random); });
  EXPECT_NEAR(mean, 0, 0.03);
  EXPECT_NEAR(variance, 1, 0.05);
  const auto [first, first_variance] = moments([](Random& random) { return gamma(random, 4.2, 0.94); });
  EXPECT_NEAR(first, 4.2 * 0.94, 0.06);
  EXPECT_NEAR(first_variance, 4.2 * 0.94 * 0.94, 0.2);
  const auto [second, second_variance] = moments([](Random& random) { return gamma(random, 312, 0.03); });
  EXPECT_NEAR(second, 9.36, 0.02);
  EXPECT_NEAR(second_variance, 312 * 0.03 * 0.03, 0.02);
}

}  // namespace
}  // namespace topomorph::workload
