// The interface of networks: of shapes that are neither trees nor made of other topologies.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/model/routing.h"
#include "core/model/topology.h"

namespace topomorph::topology {

/// Distances of two slots.
struct Extent {
  std::uint64_t nearest = 0;   ///< of two different slots; 0 if there is one slot
  std::uint64_t farthest = 0;  ///< from the first slot
};

/// Grids, dragonflies, graphs and tables of distances. Code that needs only these functions handles a new network too.
class NetworkTopology : public Topology {
 public:
  /// Returns the routes that the shape implies, null if unknown. This must outlive them.
  virtual std::shared_ptr<const Routing> routing() const = 0;
  /// Returns nothing if the shape has no formula; the caller then samples distances.
  virtual std::optional<Extent> extent() const = 0;
  /// Returns whether slots with near numbers are near each other, so that a line through all slots follows the numbers.
  virtual bool numbered_by_nearness() const = 0;
};

}  // namespace topomorph::topology
