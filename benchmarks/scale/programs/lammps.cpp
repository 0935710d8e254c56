// A molecular dynamics code in the manner of LAMMPS as a trace.
#include <cmath>

#include "benchmarks/scale/programs/programs.h"
#include "benchmarks/scale/steps.h"

namespace topomorph::scale {

namespace {

constexpr double kAtoms = 8000, kDensity = 0.8442, kReach = 2.8;  // reduced units; cutoff and skin
constexpr double kSecondsPerAtom = 0.7e-6;
constexpr std::uint64_t kPosition = 24, kBorder = 48;  // bytes an atom

/// Returns the ghosts of a side: the slab also has the ghosts that the dimensions before brought.
std::uint64_t ghosts(std::size_t dimension) {
  const double side = std::cbrt(kAtoms / kDensity);
  const double width = side + 2 * kReach;
  const double area = dimension == 0 ? side * side : dimension == 1 ? side * width : width * width;
  return static_cast<std::uint64_t>(kDensity * kReach * area);
}

/// Positions or borders, and the forces back in the reverse order.
void step(Steps& steps, const Box& box, std::uint32_t rank, std::uint64_t bytes) {
  for (std::size_t d = 0; d < 3; ++d) exchange_faces(steps, box, rank, d, bytes * ghosts(d), true);
  steps.compute(kAtoms * kSecondsPerAtom);
  for (std::size_t d = 3; d-- > 0;) exchange_faces(steps, box, rank, d, kPosition * ghosts(d), true);
}

}  // namespace

trace::Trace lammps(std::uint32_t ranks) {
  constexpr std::uint64_t kStepsPerList = 10;
  const Box box = Box::of(ranks);
  return processes(ranks, [&](std::uint32_t rank, Steps& steps) {
    steps.repeat(kStepsPerList - 1, [&] { step(steps, box, rank, kPosition); });
    steps.allreduce(8);
    steps.compute(2 * kAtoms * kSecondsPerAtom);
    step(steps, box, rank, kBorder);
  });
}

}  // namespace topomorph::scale
