// What at least crosses between the hosts, or any other parts, of a machine, whatever the order of the roles.
#pragma once

#include <cstdint>
#include <optional>

#include "core/bounds/lattice_bound.h"
#include "core/model/affinity.h"

namespace topomorph::bounds {

/// Volumes that cross between parts in every order. No order can have less, but the best one may have more.
class LeastCrossing {
 public:
  /// Takes time in proportion to the traffic. The affinity must outlive this.
  LeastCrossing(const Affinity& affinity, Weight weight);

  /// Returns the least volume between parts of at most `size` roles each (at least 1): the larger one of two bounds.
  /// 1. By role: of its partners at most `size` - 1 are in its part, at best those with most of its volume. For
  /// programs
  ///    in which all exchange with all, or in rows and columns, this is nearly exact.
  /// 2. By shape, if the roles are a process grid with a stencil: see lattice_bound.h.
  /// Groups (all-to-alls) have their own share, in which all partners are equal.
  std::uint64_t between_parts_of(std::uint64_t size) const;

 private:
  const Affinity& affinity_;
  Weight weight_;
  double rows_ = 0;  ///< the volume of all pairs that are no groups'
  mapping::Graph graph_;
  std::optional<LatticeBound> shape_;
};

}  // namespace topomorph::bounds
