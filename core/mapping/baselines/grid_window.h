// Free hosts of a mesh or torus around one of them, shell after shell, without a look at those far away.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/topology/shapes/grid.h"

namespace topomorph::mapping {

/// What allocators look at again and again: a job of a few hosts must not cost a look at all of a large machine for
/// each of its hosts.
class GridWindow {
 public:
  /// Shells by hops in all dimensions together, or by hops in the dimension with most.
  enum class Shells { Diamonds, Cubes };

  /// Whether this is worth its while: a cube of many dimensions has too many corners.
  static bool suits(const topology::GridTopology& grid);

  /// The grid must outlive this.
  GridWindow(const topology::GridTopology& grid, std::span<const Slot> free, Shells shells);

  /// Calls visit(distance) for each free host of the shell around the centre; its own shell is 0. Nothing beyond the
  /// last shell.
  template <class Visit>
  void for_each_free(Slot centre, std::size_t shell, Visit visit) {
    const std::size_t dimensions = axes_.size();
    at_.resize(dimensions);
    for (std::size_t d = 0; d < dimensions; ++d) at_[d] = axes_[d].origin + grid_.coordinate(centre, d);
    const Shell& around = shell_at(shell);
    const std::int32_t* step = around.steps.data();
    for (std::size_t i = 0; i < around.distances.size(); ++i, step += dimensions) {
      std::uint64_t place = 0;
      for (std::size_t d = 0; d < dimensions; ++d) place += at_[d][step[d]];
      if (place < is_free_.size() && is_free_[place]) visit(around.distances[i]);
    }
  }

 private:
  /// The part of a slot's number that a coordinate is, also for coordinates beyond the ends: around the torus, or so
  /// much that the sum is no slot.
  struct Axis {
    std::vector<std::uint64_t> part;
    const std::uint64_t* origin = nullptr;  // the part of coordinate 0
    std::int32_t lowest = 0, highest = 0;   // steps that lead to each slot along it once
  };
  struct Shell {
    std::vector<std::int32_t> steps;  // one after the other, a number a dimension
    std::vector<std::uint64_t> distances;
  };

  const Shell& shell_at(std::size_t shell);
  void fill(Shell& shell, std::int32_t size, std::int32_t used, std::uint64_t distance);

  const topology::GridTopology& grid_;
  const Shells kind_;
  std::vector<Axis> axes_;
  std::vector<char> is_free_;
  std::vector<Shell> shells_;
  std::vector<const std::uint64_t*> at_;
  std::vector<std::int32_t> step_;  // that fill() is at
};

}  // namespace topomorph::mapping
