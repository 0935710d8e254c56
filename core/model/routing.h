// Which links a message takes: what congestion is computed from.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/model/topology.h"

namespace topomorph::inline model {

/// Number of a directed link of a network: 0 .. links()-1.
using Link = std::uint64_t;

/// What nothing is said of is as fast as it is near: a link's bandwidth is the inverse of its cost, which is this at
/// the least.
inline constexpr double kLeastCost = 1e-3;

/// The links of a topology and the routes over them. Slots of one host share their links to the network.
class Routing {
 public:
  virtual ~Routing() = default;

  virtual std::uint64_t links() const = 0;
  /// For people: "(0,1)->(0,2)", "switch s1 up", "node17 -> leaf3 port 5".
  virtual std::string name(Link link) const = 0;
  /// Capacity against the other links: parallel cables and faster ports have more. Above 0.
  virtual double bandwidth(Link link) const = 0;
  /// Appends the links of the way from a to b, in order; nothing if a == b. The routing is static: the same each time.
  virtual void route(Slot a, Slot b, std::vector<Link>& path) const = 0;

  /// Appends the links from the slot out of the machine that this routes inside, or into it to the slot; nothing where
  /// every slot is at the door.
  virtual void leave(Slot /*slot*/, std::vector<Link>& /*path*/) const {}
  virtual void enter(Slot /*slot*/, std::vector<Link>& /*path*/) const {}
};

}  // namespace topomorph::inline model
