// The links that messages take, from which congestion is computed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/model/topology.h"

namespace topomorph::inline model {

/// Number of a directed link of a network: 0 .. links()-1.
using Link = std::uint64_t;

/// Where no bandwidth is given, a link's bandwidth is the inverse of its cost. Lower costs count as this one.
inline constexpr double kLeastCost = 1e-3;

/// The links of a topology and the routes over them. Slots of one host share their links to the network.
class Routing {
 public:
  virtual ~Routing() = default;

  virtual std::uint64_t links() const = 0;
  /// Returns a name for people: "(0,1)->(0,2)", "switch s1 up", "node17 -> leaf3 port 5".
  virtual std::string name(Link link) const = 0;
  /// Returns the capacity relative to other links, above 0. Parallel cables and faster ports have more.
  virtual double bandwidth(Link link) const = 0;
  /// Appends the links of the route from a to b, in order; nothing if a == b. Routing is static: the route never
  /// changes.
  virtual void route(Slot a, Slot b, std::vector<Link>& path) const = 0;

  /// Appends the links from the slot to the outside of the machine that this routes in, or from there to the slot.
  /// Appends none if every slot is directly at the network.
  virtual void leave(Slot /*slot*/, std::vector<Link>& /*path*/) const {}
  virtual void enter(Slot /*slot*/, std::vector<Link>& /*path*/) const {}
};

}  // namespace topomorph::inline model
