// topomorph-extrapolation [FOLDER]: writes the table of continued profiles, or that of the matrices in a folder.
#include <cstdio>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "benchmarks/extrapolation/comparison.h"
#include "benchmarks/extrapolation/nas_patterns.h"
#include "core/base/error.h"
#include "core/extrapolation/extrapolate.h"
#include "core/formats/affinity_file.h"
#include "core/topology/spec.h"

namespace topomorph::benchmarks {

namespace {

constexpr std::uint32_t kSmall = 16, kMiddle = 64;

/// One row: the program, the numbers of ranks from which its affinity is continued, and the true one.
struct Row {
  std::string program, from;
  const Affinity &known, *other, &actual;
};

void print_row(const Row& row) {
  const std::uint64_t ranks = row.actual.roles();
  const std::string begin = fmt::format("| {} | {} | {} | ", row.program, row.from, ranks);
  try {
    const auto result = extrapolation::extrapolate(row.known, row.other, ranks);
    const auto topology = topology::parse_topology(fmt::format("tree:8:2:{}", ranks / 16));
    const ContinuedDifference difference = difference_of(result.affinity, row.actual);
    const ContinuedCost cost = cost_of(result.affinity, row.actual, *topology);
    fmt::print("{}{} | {} | {:.1f} | {:.1f} | {:.3f} | {:.3f} |\n", begin, result.grid, result.rules.size(),
               100 * difference.bytes, 100 * difference.pattern, cost.found, cost.launcher);
  } catch (const InputError& error) {
    fmt::print("{}refused: {} | | | | | |\n", begin, error.what());
  }
  std::fflush(stdout);
}

void print_generated() {
  for (const std::string_view name : extrapolated_programs()) {
    const std::string program(name);
    const Affinity small = pattern_of(name, kSmall), middle = pattern_of(name, kMiddle);
    for (const std::uint32_t ranks : {256U, 1024U}) {
      const Affinity actual = pattern_of(name, ranks);
      print_row({program, "16", small, nullptr, actual});
      print_row({program, "64", middle, nullptr, actual});
      print_row({program, "16, 64", middle, &small, actual});
    }
  }
}

/// The programs of which the folder has matrices of 64 and of 1024 ranks.
void print_measured(const std::string& folder) {
  for (const char* program : {"npb-bt", "minimd"}) {
    const Affinity known = formats::read_affinity(fmt::format("{}/{}-64.mtx", folder, program));
    const Affinity actual = formats::read_affinity(fmt::format("{}/{}-1024.mtx", folder, program));
    print_row({fmt::format("{} (measured)", program), "64", known, nullptr, actual});
  }
}

void run(const std::string& folder) {
  fmt::print("| program | from | to | grid | rules | bytes of pairs, % | pattern, % | cost | launcher |\n");
  fmt::print("|---|---|---|---|---|---|---|---|---|\n");
  if (!folder.empty()) return print_measured(folder);
  print_generated();
}

}  // namespace

}  // namespace topomorph::benchmarks

int main(int argc, char** argv) {
  try {
    topomorph::benchmarks::run(argc > 1 ? argv[1] : "");
    return 0;
  } catch (const topomorph::InputError& error) {
    fmt::print(stderr, "topomorph-extrapolation: {}\n", error.what());
    return 2;
  }
}
