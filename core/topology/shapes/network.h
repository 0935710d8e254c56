// What a shape says of itself that is neither a tree nor made of other topologies.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/model/routing.h"
#include "core/model/topology.h"

namespace topomorph::topology {

/// Distances of two slots.
struct Extent {
  std::uint64_t nearest = 0;   ///< of two different slots; 0: there are no two
  std::uint64_t farthest = 0;  ///< from the first slot
};

/// Grids, dragonflies, graphs and tables of distances. Who asks for no more than this treats a new one as the others.
class NetworkTopology : public Topology {
 public:
  /// The routes that the shape implies; null where none are known. This outlives them.
  virtual std::shared_ptr<const Routing> routing() const = 0;
  /// Nothing where the shape has no formula: distances are sampled.
  virtual std::optional<Extent> extent() const = 0;
  /// Whether slots with near numbers are near each other, so that a line through all slots follows their numbers.
  virtual bool numbered_by_nearness() const = 0;
};

}  // namespace topomorph::topology
