// MiniGhost as a trace.
#include "benchmarks/scale/programs/programs.h"
#include "benchmarks/scale/steps.h"

namespace topomorph::scale {

trace::Trace mini_ghost(std::uint32_t ranks) {
  constexpr std::uint64_t kIterations = 2, kSide = 64, kVariables = 20, kSums = 2;
  constexpr double kFlopsPerPoint = 53, kFlopsPerSecond = 2e9;
  constexpr double kSeconds = kFlopsPerPoint * kSide * kSide * kSide * kVariables / kFlopsPerSecond;
  const Box box = Box::of(ranks);
  return processes(ranks, [&](std::uint32_t rank, Steps& steps) {
    steps.repeat(kIterations, [&] {
      for (std::size_t d = 0; d < 3; ++d) exchange_faces(steps, box, rank, d, kSide * kSide * 8 * kVariables, false);
      steps.compute(kSeconds);
      for (std::uint64_t i = 0; i < kSums; ++i) steps.allreduce(8);
    });
  });
}

}  // namespace topomorph::scale
