// HPCG as a trace.
#include "benchmarks/scale/programs/programs.h"
#include "benchmarks/scale/steps.h"

namespace topomorph::scale {

namespace {

constexpr std::uint64_t kSide = 104, kLevels = 4;
constexpr double kHpcgFlopsPerSecond = 1e9, kFlopsOfProduct = 54;  // a point

/// One of up to 26 neighbours: the process in a direction, its number for both sides, and the points they share.
struct Neighbour {
  std::uint32_t rank = 0;
  std::uint16_t there = 0, back = 0;  // channels
  std::uint32_t fixed = 0;            // dimensions in which the direction is not 0: 1 a face, 2 an edge, 3 a corner
};

std::vector<Neighbour> neighbours_in_grid(const Box& box, std::uint32_t rank) {
  std::vector<Neighbour> found;
  for (std::uint16_t number = 0; number < 27; ++number) {
    Neighbour one{rank, number, static_cast<std::uint16_t>(26 - number), 0};
    std::optional<std::uint32_t> at = rank;
    const std::array<int, 3> direction = {number % 3 - 1, number / 3 % 3 - 1, number / 9 - 1};
    for (std::size_t d = 0; d < 3 && at; ++d) {
      at = box.neighbour(*at, d, direction[d], false);
      one.fixed += direction[d] != 0 ? 1 : 0;
    }
    if (!at || one.fixed == 0) continue;
    one.rank = *at;
    found.push_back(one);
  }
  return found;
}

void exchange(Steps& steps, const std::vector<Neighbour>& around, std::uint64_t side) {
  for (const Neighbour& one : around) steps.start_receive(one.rank, one.back);
  for (const Neighbour& one : around) {
    const std::uint64_t points = one.fixed == 1 ? side * side : one.fixed == 2 ? side : 1;
    steps.start_send(one.rank, 8 * points, one.there);
  }
  steps.wait_all();
}

/// `products` times the work of a product of the matrix with a vector on the level; a sweep of the smoother has two.
void product(Steps& steps, const std::vector<Neighbour>& around, std::uint64_t side, double products) {
  exchange(steps, around, side);
  const auto points = static_cast<double>(side * side * side);
  steps.compute(products * kFlopsOfProduct * points / kHpcgFlopsPerSecond);
}

void cycle(Steps& steps, const std::vector<Neighbour>& around, std::uint64_t level) {
  const std::uint64_t side = kSide >> level;
  product(steps, around, side, 2);
  if (level + 1 == kLevels) return;
  product(steps, around, side, 1);
  cycle(steps, around, level + 1);
  product(steps, around, side, 2);
}

}  // namespace

trace::Trace hpcg(std::uint32_t ranks) {
  const Box box = Box::of(ranks);
  return processes(ranks, [&](std::uint32_t rank, Steps& steps) {
    const auto around = neighbours_in_grid(box, rank);
    cycle(steps, around, 0);
    steps.allreduce(8);
    product(steps, around, kSide, 1);
    steps.allreduce(8);
    steps.allreduce(8);
  });
}

}  // namespace topomorph::scale
