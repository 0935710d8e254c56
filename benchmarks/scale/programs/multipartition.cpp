// NAS BT and SP as traces: the multipartition of both.
#include <array>

#include "benchmarks/scale/programs/programs.h"
#include "benchmarks/scale/steps.h"

namespace topomorph::scale {

namespace {

constexpr double kMultipartitionFlopsPerSecond = 2e9;

struct Solver {
  double flops;                     // of a time step
  std::uint64_t forward, backward;  // doubles for each point of a cell's face
};

/// The next process in the sweep of each dimension ("successor" of the NAS codes), and the one before.
struct Neighbours {
  std::array<std::uint32_t, 3> next, before;
};

Neighbours neighbours(std::uint32_t rank, std::uint32_t side) {
  const std::uint32_t i = rank % side, j = rank / side;
  const std::uint32_t up_i = (i + 1) % side, up_j = (j + 1) % side;
  const std::uint32_t down_i = (i + side - 1) % side, down_j = (j + side - 1) % side;
  return {{up_i + side * j, i + side * up_j, down_i + side * up_j},
          {down_i + side * j, i + side * down_j, up_i + side * down_j}};
}

/// Faces of two layers of all cells, to all six at once ("copy_faces").
void copy_faces(Steps& steps, const Neighbours& around, std::uint64_t bytes) {
  const auto channel = [](std::size_t d, bool forward) {
    return static_cast<std::uint16_t>(2 * d + (forward ? 0 : 1));
  };
  for (std::size_t d = 0; d < 3; ++d) {
    steps.start_receive(around.before[d], channel(d, true));
    steps.start_receive(around.next[d], channel(d, false));
  }
  for (std::size_t d = 0; d < 3; ++d) {
    steps.start_send(around.next[d], bytes, channel(d, true));
    steps.start_send(around.before[d], bytes, channel(d, false));
  }
  steps.wait_all();
}

/// A sweep: every process works on one of its cells, then all hand on the face.
void sweep(Steps& steps, std::uint32_t to, std::uint32_t from, std::uint32_t cells, std::uint64_t bytes,
           double seconds) {
  constexpr std::uint16_t kChannel = 6;
  if (cells > 1) {
    steps.repeat(cells - 1, [&] {
      steps.compute(seconds);
      steps.exchange(to, from, bytes, kChannel);
    });
  }
  steps.compute(seconds);
}

trace::Trace multipartition(std::uint32_t ranks, double points, const Solver& solver) {
  const std::uint32_t side = side_of(ranks);
  const double seconds = solver.flops / ranks / kMultipartitionFlopsPerSecond;
  const double face = points / side * (points / side);
  const auto bytes_of = [&](double doubles) { return static_cast<std::uint64_t>(8 * doubles); };
  return processes(ranks, [&](std::uint32_t rank, Steps& steps) {
    const Neighbours around = neighbours(rank, side);
    copy_faces(steps, around, bytes_of(10 * face * side));
    steps.compute(seconds / 4);
    for (std::size_t d = 0; d < 3; ++d) {
      const double of_cell = seconds / 4 / side;
      sweep(steps, around.next[d], around.before[d], side, bytes_of(static_cast<double>(solver.forward) * face),
            0.75 * of_cell);
      sweep(steps, around.before[d], around.next[d], side, bytes_of(static_cast<double>(solver.backward) * face),
            0.25 * of_cell);
    }
  });
}

double points_of(std::uint32_t ranks) { return is_large(ranks) ? 408 : 162; }

}  // namespace

trace::Trace bt(std::uint32_t ranks) {
  const double n = points_of(ranks);
  return multipartition(ranks, n, {3478.8 * n * n * n - 17655.7 * n * n + 28023.7 * n, 30, 5});
}

trace::Trace sp(std::uint32_t ranks) {
  const double n = points_of(ranks);
  return multipartition(ranks, n, {881.174 * n * n * n - 4683.91 * n * n + 11484.5 * n - 19272.4, 22, 10});
}

}  // namespace topomorph::scale
