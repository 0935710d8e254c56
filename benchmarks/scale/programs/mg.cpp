// NAS MG as a trace.
#include <algorithm>

#include "benchmarks/scale/programs/programs.h"
#include "benchmarks/scale/steps.h"

namespace topomorph::scale {

namespace {

constexpr double kMgFlopsPerSecond = 1e9, kFlopsPerPoint = 58;

/// What the process does on the level with 2^level points a side.
class Level {
 public:
  Level(std::uint32_t level, const Box& box, std::uint32_t rank) : level_(level), box_(box), rank_(rank) {}

  /// Returns whether the process has points of this level.
  bool active() const {
    const auto at = box_.place(rank_);
    for (std::size_t d = 0; d < 3; ++d) {
      if (at[d] % stride(d) != 0) return false;
    }
    return true;
  }

  /// Computes a third of what the level costs in the cycle, and exchanges the faces ("comm3").
  void smooth(Steps& steps) const {
    if (!active()) return;
    steps.compute(points(0) * points(1) * points(2) * kFlopsPerPoint * 7 / 8 / 3 / kMgFlopsPerSecond);
    for (std::size_t d = 0; d < 3; ++d) exchange_faces(steps, box_, rank_, d, face(d), true, stride(d));
  }

  /// Gives the coarser level's faces to the neighbours that have no points there ("comm3_ex").
  void give(Steps& steps) const {
    if (level_ == 1 || !active()) return;
    const Level coarse(level_ - 1, box_, rank_);
    for (std::size_t d = 0; d < 3; ++d) {
      if (coarse.stride(d) == stride(d)) continue;
      const bool gives = box_.place(rank_)[d] % coarse.stride(d) == 0;
      for (const int direction : {1, -1}) {
        const std::uint32_t other = *box_.neighbour(rank_, d, direction * stride(d), true);
        const auto channel = static_cast<std::uint16_t>(6 + 2 * d + (gives == (direction > 0) ? 0 : 1));
        if (gives) steps.start_send(other, face(d), channel);
        if (!gives) steps.start_receive(other, channel);
      }
      steps.wait_all();
    }
  }

 private:
  /// Returns the distance between active processes along a dimension.
  std::int64_t stride(std::size_t d) const { return std::max<std::int64_t>(box_.extent[d] >> level_, 1); }
  double points(std::size_t d) const { return std::max<double>((1U << level_) / box_.extent[d], 1); }
  std::uint64_t face(std::size_t d) const {
    return static_cast<std::uint64_t>(8 * (points((d + 1) % 3) + 2) * (points((d + 2) % 3) + 2));
  }

  std::uint32_t level_;
  const Box& box_;
  std::uint32_t rank_;
};

}  // namespace

trace::Trace mg(std::uint32_t ranks) {
  const std::uint32_t finest = is_large(ranks) ? 10 : 9;
  const Box box = Box::of(ranks);
  return processes(ranks, [&](std::uint32_t rank, Steps& steps) {
    for (std::uint32_t level = finest - 1; level > 0; --level) Level(level, box, rank).smooth(steps);
    for (std::uint32_t level = 1; level <= finest; ++level) {
      const Level here(level, box, rank);
      here.give(steps);
      here.smooth(steps);
      here.smooth(steps);
    }
    Level(finest, box, rank).smooth(steps);
    steps.allreduce(16);
  });
}

}  // namespace topomorph::scale
