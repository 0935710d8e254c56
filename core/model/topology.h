// Where the slots are: what every kind of topology can answer.
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
  /// Cost of one unit of volume from a to b. O(1) or O(levels), never a table of slots x slots.
  virtual std::uint64_t distance(Slot a, Slot b) const = 0;
  /// One line for people, e.g. "tree of 32 hosts x 8 packages x 4 cores".
  virtual std::string describe() const = 0;
  /// This, as the class that it is.
  virtual Shape as_shape() const = 0;
};

}  // namespace topomorph::inline model
