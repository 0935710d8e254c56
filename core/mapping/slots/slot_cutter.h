// Cuts a set of slots in two parts that are each close together.
#pragma once

#include <span>
#include <vector>

#include "core/mapping/slots/metric.h"

namespace topomorph::mapping {

/// Cuts a set of slots in two. In a grid, or between places of a grid, cuts between two layers across the longest
/// extent. Inside a place and elsewhere, takes two slots far apart and separates the slots that are nearer to the one
/// from those nearer to the other, if possible not inside a group of slots as far from both. Hosts with more slots
/// count more.
class SlotCutter {
 public:
  /// The metric must outlive this.
  explicit SlotCutter(const Metric& metric) : metric_(metric) {}

  /// Sorts the slots (at least two, all different) and returns how many are in the first part.
  std::size_t cut(std::span<Vertex> slots) const;
  /// Returns one of the slots that is near to all of them.
  Vertex centre(std::span<const Vertex> slots) const;

 private:
  using Keys = std::vector<std::pair<EdgeWeight, Vertex>>;

  Keys layers(std::span<const Vertex> slots) const;
  Keys by_two_ends(std::span<const Vertex> slots) const;

  const Metric& metric_;
};

}  // namespace topomorph::mapping
