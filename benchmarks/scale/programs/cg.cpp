// NAS CG as a trace.
#include "benchmarks/scale/programs/programs.h"
#include "benchmarks/scale/steps.h"

namespace topomorph::scale {

namespace {

constexpr std::uint64_t kIterations = 5;  // of the 25 that one solution has
constexpr double kCgFlopsPerSecond = 1e9;

struct CgClass {
  double rows = 0, nonzero = 0;  // "na" and "nonzer" of the NAS code
};

CgClass class_of(std::uint32_t ranks) { return is_large(ranks) ? CgClass{1500000, 21} : CgClass{150000, 15}; }

}  // namespace

trace::Trace cg(std::uint32_t ranks) {
  const CgClass size = class_of(ranks);
  const std::uint32_t side = side_of(ranks);
  const double seconds = 2 * size.rows * (5 + size.nonzero * (size.nonzero + 1)) / ranks / kCgFlopsPerSecond;
  const auto block = static_cast<std::uint64_t>(size.rows / side) * 8;
  return processes(ranks, [&](std::uint32_t rank, Steps& steps) {
    const std::uint32_t row = rank / side, column = rank % side;
    const auto scalar = [&] {
      for (std::uint32_t bit = side / 2; bit > 0; bit /= 2) steps.exchange(rank ^ bit, rank ^ bit, 8);
    };
    steps.repeat(kIterations, [&] {
      steps.compute(0.9 * seconds);
      for (std::uint32_t bit = 1; bit < side; bit *= 2) steps.exchange(rank ^ bit, rank ^ bit, block);
      const std::uint32_t mirror = column * side + row;
      if (mirror != rank) steps.exchange(mirror, mirror, block);
      steps.compute(0.04 * seconds);
      scalar();
      steps.compute(0.06 * seconds);
      scalar();
    });
  });
}

}  // namespace topomorph::scale
