// The free hosts of a network, from which a job gets its hosts; on a mesh or torus, shell by shell around one host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/model/topology.h"
#include "core/topology/shapes/grid.h"

namespace topomorph::mapping {

/// A network whose slots are hosts, and its free hosts: ascending, each once.
struct FreeHosts {
  const Topology& network;
  std::vector<Slot> hosts;
  /// An order of all hosts of the network for allocators that follow one; empty: linear_order().
  std::span<const Slot> curve = {};
};

/// Throws InputError if fewer than `wanted` hosts are free, or if `wanted` is 0.
void check_free(const FreeHosts& free, std::uint64_t wanted);

/// Lists the free hosts around a host for allocators, which ask often: a job of a few hosts must not scan all of a
/// large machine for each of its hosts.
class GridWindow {
 public:
  /// Shells by the sum of hops over all dimensions (Diamonds), or by the largest number of hops in one dimension
  /// (Cubes).
  enum class Shells { Diamonds, Cubes };

  /// Returns whether a window pays off for this grid: up to 4 dimensions, since a cube of many has too many corners,
  /// and 2^24 slots.
  static bool suits(const topology::GridTopology& grid);

  /// The grid must outlive this object.
  GridWindow(const topology::GridTopology& grid, std::span<const Slot> free, Shells shells);

  /// Calls visit(distance) for each free host of this shell around the centre; shell 0 is the centre itself. Shells
  /// beyond the last host are empty.
  template <class Visit>
  void for_each_free(Slot centre, std::size_t shell, Visit visit) {
    for_each_free_place(centre, shell, [&](Slot, std::uint64_t distance) { visit(distance); });
  }

  /// Returns whether the shells before this one have more places together than there are free hosts. Then a look at all
  /// free hosts takes less, and memory stays small.
  bool is_too_far(std::size_t shell) {
    if (shell == 0) return false;
    shell_at(shell - 1);
    return places_[shell - 1] > free_;
  }

  /// Returns whether a hop costs the same along every dimension. Then the hosts of a diamond are equally far from its
  /// centre.
  static bool has_equal_costs(const topology::GridTopology& grid);
  /// Returns the free hosts of the first shell that has any, ascending; nothing if that shell is too far.
  std::optional<std::vector<Slot>> first_free(Slot centre);
  /// Makes a free host a taken one.
  void take(Slot host);

 private:
  template <class Visit>
  void for_each_free_place(Slot centre, std::size_t shell, Visit visit) {
    const std::size_t dimensions = axes_.size();
    at_.resize(dimensions);
    for (std::size_t d = 0; d < dimensions; ++d) at_[d] = axes_[d].origin + grid_.coordinate(centre, d);
    const Shell& around = shell_at(shell);
    const std::int32_t* step = around.steps.data();
    for (std::size_t i = 0; i < around.distances.size(); ++i, step += dimensions) {
      std::uint64_t place = 0;
      for (std::size_t d = 0; d < dimensions; ++d) place += at_[d][step[d]];
      if (place < is_free_.size() && is_free_[place]) visit(place, around.distances[i]);
    }
  }

  /// Contribution of each coordinate to a slot's number, also beyond the ends. There a torus wraps around, and a mesh
  /// has a contribution so large that the sum is no slot.
  struct Axis {
    std::vector<std::uint64_t> part;
    const std::uint64_t* origin = nullptr;  // contribution of coordinate 0
    std::int32_t lowest = 0, highest = 0;   // range of steps that reaches each slot along the axis once
  };
  struct Shell {
    std::vector<std::int32_t> steps;  // concatenated, one number per dimension
    std::vector<std::uint64_t> distances;
  };

  const Shell& shell_at(std::size_t shell);
  void fill(Shell& shell, std::int32_t size, std::int32_t used, std::uint64_t distance);
  void add_step(Shell& shell, std::int32_t step, std::int32_t size, std::int32_t used, std::uint64_t distance);

  const topology::GridTopology& grid_;
  const Shells kind_;
  std::vector<Axis> axes_;
  std::vector<char> is_free_;
  std::size_t free_ = 0;
  std::vector<Shell> shells_;
  std::vector<std::size_t> places_;  // of each shell and those inside it
  std::vector<const std::uint64_t*> at_;
  std::vector<std::int32_t> step_;  // steps chosen so far in fill()
};

}  // namespace topomorph::mapping
