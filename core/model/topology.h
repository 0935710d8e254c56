// The interface of all topologies.
#pragma once

#include <cstdint>
#include <string>

#include "core/model/shape.h"

namespace topomorph::inline model {

using Slot = std::uint64_t;

/// A set of slots (places for one process each) with distances. Slots are numbered 0 .. slots()-1 in the topology's
/// logical order. Distances are symmetric and distance(s, s) is 0.
class Topology {
 public:
  virtual ~Topology() = default;

  virtual std::uint64_t slots() const = 0;
  /// Returns the cost of one unit of volume from a to b. Takes O(1) or O(levels), and never a table of slots x slots.
  virtual std::uint64_t distance(Slot a, Slot b) const = 0;
  /// Returns one line for people, such as "tree of 32 hosts x 8 packages x 4 cores".
  virtual std::string describe() const = 0;
  /// Returns this as its own class.
  virtual Shape as_shape() const = 0;
};

}  // namespace topomorph::inline model
