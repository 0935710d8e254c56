// topomorph-extrapolation: writes the table of continued profiles in docs/extrapolation.md.
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "benchmarks/extrapolation/comparison.h"
#include "benchmarks/extrapolation/nas_patterns.h"
#include "core/base/error.h"
#include "core/extrapolation/extrapolate.h"
#include "core/topology/spec.h"

namespace topomorph::benchmarks {

namespace {

constexpr std::uint32_t kSmall = 16, kMiddle = 64;

void print_row(std::string_view program, const std::string& from, std::uint32_t ranks, const Affinity& known,
               const Affinity* other) {
  const std::string begin = fmt::format("| {} | {} | {} | ", program, from, ranks);
  try {
    const auto result = extrapolation::extrapolate(known, other, ranks);
    const Affinity actual = pattern_of(program, ranks);
    const auto topology = topology::parse_topology(fmt::format("tree:8:2:{}", ranks / 16));
    const ContinuedDifference difference = difference_of(result.affinity, actual);
    const ContinuedCost cost = cost_of(result.affinity, actual, *topology);
    fmt::print("{}{} | {} | {:.1f} | {:.1f} | {:.3f} | {:.3f} |\n", begin, result.grid, result.rules.size(),
               100 * difference.bytes, 100 * difference.pattern, cost.found, cost.launcher);
  } catch (const InputError& error) {
    fmt::print("{}refused: {} | | | | | |\n", begin, error.what());
  }
  std::fflush(stdout);
}

void run() {
  fmt::print("| program | from | to | grid | rules | bytes of pairs, % | pattern, % | cost | launcher |\n");
  fmt::print("|---|---|---|---|---|---|---|---|---|\n");
  for (const std::string_view program : extrapolated_programs()) {
    const Affinity small = pattern_of(program, kSmall), middle = pattern_of(program, kMiddle);
    for (const std::uint32_t ranks : {256U, 1024U}) {
      print_row(program, "16", ranks, small, nullptr);
      print_row(program, "64", ranks, middle, nullptr);
      print_row(program, "16, 64", ranks, middle, &small);
    }
  }
}

}  // namespace

}  // namespace topomorph::benchmarks

int main() {
  try {
    topomorph::benchmarks::run();
    return 0;
  } catch (const topomorph::InputError& error) {
    fmt::print(stderr, "topomorph-extrapolation: {}\n", error.what());
    return 2;
  }
}
