// Cutting a set of slots in two that are each close together.
#pragma once

#include <span>
#include <vector>

#include "core/mapping/network/metric.h"

namespace topomorph::mapping {

/// A cut across the longest extent where the slots are in a mesh, torus or hypercube (or in places of one), between two
/// layers; inside a place and elsewhere between the slots nearer to one and those nearer to the other of two slots far
/// apart, where possible not inside a group of slots as far from both. A part gets what is there: hosts with more slots
/// get more.
class SlotCutter {
 public:
  /// The metric must outlive this.
  explicit SlotCutter(const Metric& metric) : metric_(metric) {}

  /// Puts the slots (two at least, all different) in order and says how many are in the first part.
  std::size_t cut(std::span<Vertex> slots) const;
  /// One of the slots, near to all of them.
  Vertex centre(std::span<const Vertex> slots) const;

 private:
  using Keys = std::vector<std::pair<EdgeWeight, Vertex>>;

  Keys layers(std::span<const Vertex> slots) const;
  Keys by_two_ends(std::span<const Vertex> slots) const;

  const Metric& metric_;
};

}  // namespace topomorph::mapping
