// NAS LU as a trace.
#include "benchmarks/scale/programs/programs.h"
#include "benchmarks/scale/steps.h"

namespace topomorph::scale {

namespace {

constexpr double kLuFlopsPerSecond = 2e9;
constexpr std::uint64_t kPoint = 5 * 8;  // bytes: five unknowns

/// Flops of an iteration on n^3 points, as the NAS code counts them.
double flops(double n) { return 1984.77 * n * n * n - 10923.3 * n * n + 27770.9 * n - 144010; }

/// A process of the square, and its neighbours.
struct Place {
  std::uint32_t side, row, column;
  std::uint32_t north() const { return (row - 1) * side + column; }
  std::uint32_t south() const { return (row + 1) * side + column; }
  std::uint32_t west() const { return row * side + column - 1; }
  std::uint32_t east() const { return row * side + column + 1; }
  bool first_row() const { return row == 0; }
  bool last_row() const { return row + 1 == side; }
  bool first_column() const { return column == 0; }
  bool last_column() const { return column + 1 == side; }
};

/// Two layers for the right-hand side ("exchange_3"): east and west, then north and south.
void exchange_layers(Steps& steps, const Place& at, std::uint64_t bytes) {
  if (!at.first_column()) steps.start_receive(at.west(), 2);
  if (!at.last_column()) steps.start_receive(at.east(), 3);
  if (!at.last_column()) steps.start_send(at.east(), bytes, 2);
  if (!at.first_column()) steps.start_send(at.west(), bytes, 3);
  steps.wait_all();
  if (!at.first_row()) steps.start_receive(at.north(), 4);
  if (!at.last_row()) steps.start_receive(at.south(), 5);
  if (!at.last_row()) steps.start_send(at.south(), bytes, 4);
  if (!at.first_row()) steps.start_send(at.north(), bytes, 5);
  steps.wait_all();
}

void lower_sweep(Steps& steps, const Place& at, std::uint64_t row, double seconds) {
  if (!at.first_row()) steps.receive(at.north());
  if (!at.first_column()) steps.receive(at.west());
  steps.compute(seconds);
  if (!at.last_row()) steps.send(at.south(), row);
  if (!at.last_column()) steps.send(at.east(), row);
}

void upper_sweep(Steps& steps, const Place& at, std::uint64_t row, double seconds) {
  if (!at.last_row()) steps.receive(at.south(), 1);
  if (!at.last_column()) steps.receive(at.east(), 1);
  steps.compute(seconds);
  if (!at.first_row()) steps.send(at.north(), row, 1);
  if (!at.first_column()) steps.send(at.west(), row, 1);
}

}  // namespace

/// The sweeps have three quarters of the flops of the NAS code, the right-hand side one quarter.
trace::Trace lu(std::uint32_t ranks) {
  const std::uint32_t points = is_large(ranks) ? 408 : 162, side = side_of(ranks);
  const double seconds = flops(points) / ranks / kLuFlopsPerSecond;
  const std::uint64_t planes = points - 2, block = (points + side - 1) / side;
  return processes(ranks, [&](std::uint32_t rank, Steps& steps) {
    const Place at{side, rank / side, rank % side};
    exchange_layers(steps, at, 2 * kPoint * block * points);
    steps.compute(seconds / 4);
    const double of_plane = seconds * 3 / 8 / static_cast<double>(planes);
    steps.repeat(planes, [&] { lower_sweep(steps, at, kPoint * block, of_plane); });
    steps.repeat(planes, [&] { upper_sweep(steps, at, kPoint * block, of_plane); });
    steps.allreduce(kPoint);
  });
}

}  // namespace topomorph::scale
