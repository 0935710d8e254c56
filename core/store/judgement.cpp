// Decides whether a new order is worth using again.
#include "core/store/judgement.h"

#include <algorithm>

#include <fmt/format.h>

namespace topomorph::store {
namespace {

constexpr std::size_t kTrusted = 2, kEnough = 3, kMost = 8;
constexpr double kUnlikely = 0.05 + 1e-9;  // three runs against three give exactly 1/20

std::string seconds(double value) { return fmt::format("{:.3g} s", value); }

std::string runs(std::size_t number) { return fmt::format("{} run{}", number, number == 1 ? "" : "s"); }

/// Returns "1.34 s in MPI against 1.1 s (3 and 4 runs)".
std::string comparison(const Times& times) {
  return fmt::format("{} in MPI against {} ({} and {})", seconds(median(times.reordered)),
                     seconds(median(times.launcher)), times.reordered.size(), runs(times.launcher.size()));
}

std::vector<double> scaled(std::vector<double> values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

Judgement to_compare(const std::string& because) {
  return {Verdict::Compare, "this run is to compare with, " + because};
}

/// Judges a new order that seems slower than the launcher's times `factor`.
Judgement of_suspect(const Times& times, double factor) {
  const std::string looks = "the new order seems slower: " + comparison(times);
  const std::size_t launcher = times.launcher.size(), reordered = times.reordered.size();
  if (launcher >= kEnough && reordered >= kEnough &&
      chance_of_being_greater(times.reordered, scaled(times.launcher, factor)) <= kUnlikely) {
    return {Verdict::Slower, "the new order was slower: " + comparison(times)};
  }
  if (std::min(launcher, reordered) >= kMost)
    return {Verdict::Reorder, "the difference is noise: " + comparison(times)};
  return launcher <= reordered ? to_compare(looks) : Judgement{Verdict::Reorder, looks};
}

}  // namespace

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double chance_of_being_greater(std::span<const double> greater, std::span<const double> smaller) {
  std::size_t wins = 0;  // U of Mann and Whitney
  for (const double a : greater) {
    wins += static_cast<std::size_t>(std::count_if(smaller.begin(), smaller.end(), [a](double b) { return a > b; }));
  }
  // ways[i][u] counts the orders of i greater and j smaller values in which U is u. The last value of an order is a
  // smaller one, which adds 0 to U, or a greater one, which adds j.
  const std::size_t n = greater.size(), m = smaller.size();
  std::vector<std::vector<double>> ways(n + 1, std::vector<double>(n * m + 1, 0));
  for (auto& row : ways) row[0] = 1;
  for (std::size_t j = 1; j <= m; ++j) {
    for (std::size_t i = 1; i <= n; ++i) {
      for (std::size_t u = j; u <= n * m; ++u) ways[i][u] += ways[i - 1][u - j];
    }
  }
  double all = 0, tail = 0;
  for (std::size_t u = 0; u <= n * m; ++u) {
    all += ways[n][u];
    if (u >= wins) tail += ways[n][u];
  }
  return tail / all;
}

Judgement judge(const Times& times, double margin_percent) {
  if (times.reordered.size() < kTrusted) return {};
  if (times.launcher.empty()) return to_compare("no run in the launcher's order is known here");
  const double factor = 1 + margin_percent / 100;
  if (median(times.reordered) <= factor * median(times.launcher)) return {};
  return of_suspect(times, factor);
}

}  // namespace topomorph::store
