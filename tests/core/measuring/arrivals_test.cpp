// Rates and bursts of curves that are known.
#include "core/measuring/arrivals.h"

#include <gtest/gtest.h>

namespace topomorph::measuring {
namespace {

constexpr std::size_t kMessage = 8192;

/// Messages of kMessage bytes over a link that passes `credit` bytes at `fast`, then the rest at `rate`.
Arrivals token_bucket(double rate, double credit, double fast, std::size_t messages) {
  Arrivals arrivals;
  for (std::size_t i = 1; i <= messages; ++i) {
    const double bytes = static_cast<double>(i * kMessage);
    arrivals.add(std::max(bytes / fast, (bytes - credit) / rate), kMessage);
  }
  return arrivals;
}

TEST(Arrivals, ASteadyLinkHasItsRateAndNoBurst) {
  const Arrivals arrivals = token_bucket(12.5e6, 0, 12.5e6, 40);
  EXPECT_NEAR(arrivals.rate(), 12.5e6, 1e3);
  EXPECT_EQ(arrivals.burst().bytes, 0);
}

TEST(Arrivals, ABurstIsToldFromTheRate) {
  const Arrivals arrivals = token_bucket(12.5e6, 65536, 1e9, 60);
  EXPECT_NEAR(arrivals.rate(), 12.5e6, 0.01 * 12.5e6);
  EXPECT_NEAR(arrivals.burst().bytes, 65536, kMessage);
  EXPECT_NEAR(arrivals.burst().bandwidth, 1e9, 0.1e9);
}

TEST(Arrivals, ASmallBurstIsToldByShortMessages) {
  constexpr double kRate = 12.5e6, kCredit = 10000;
  Arrivals arrivals;
  double bytes = 0;
  for (std::size_t i = 0; i < 60; ++i) {
    const std::size_t message = i < 16 ? 1024 : kMessage;
    bytes += static_cast<double>(message);
    arrivals.add(std::max(bytes / 1e9, (bytes - kCredit) / kRate), message);
  }
  EXPECT_NEAR(arrivals.burst().bytes, kCredit, 1024);
}

TEST(Arrivals, APauseThatIsCaughtUpDoesNotCount) {
  Arrivals arrivals;
  for (std::size_t i = 1; i <= 60; ++i) {
    const bool paused = i > 28 && i < 36;
    arrivals.add(static_cast<double>(paused ? 36 : i) * 1e-3, kMessage);
  }
  EXPECT_NEAR(arrivals.rate(), kMessage / 1e-3, 0.05 * kMessage / 1e-3);
}

TEST(Arrivals, TooLittleHasNoRate) {
  Arrivals arrivals;
  EXPECT_EQ(arrivals.rate(), 0);
  arrivals.add(1, kMessage);
  EXPECT_EQ(arrivals.rate(), 0);
  arrivals.add(1, kMessage);  // at the same time
  EXPECT_EQ(arrivals.rate(), 0);
  EXPECT_EQ(arrivals.burst().bytes, 0);
}

TEST(Arrivals, MoreThanFitAreNotKept) {
  const Arrivals arrivals = token_bucket(1e6, 0, 1e6, 2 * Arrivals::kMost);
  EXPECT_NEAR(arrivals.rate(), 1e6, 1e3);
}

}  // namespace
}  // namespace topomorph::measuring
