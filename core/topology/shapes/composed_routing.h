// The routes of a network with machines in its places.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "core/model/routing.h"
#include "core/topology/shapes/composed.h"

namespace topomorph::topology {

/// Between places: out of the machine, over the network, into the other. The way out of a machine that is a tree leads
/// over its links up to the root; other machines' slots are all at the door.
class ComposedRouting final : public Routing {
 public:
  /// Places may share a part, and so its routing; each has links of its own.
  using Parts = std::map<const Topology*, std::shared_ptr<const Routing>>;

  /// `composed` outlives this; `network` routes between its places, `parts` inside each of them.
  ComposedRouting(const ComposedTopology& composed, std::shared_ptr<const Routing> network, Parts parts);

  std::uint64_t links() const override { return begin_.back(); }
  /// Those of the network as it calls them, others as "place 3: slot 1 up".
  std::string name(Link link) const override;
  double bandwidth(Link link) const override;
  void route(Slot a, Slot b, std::vector<Link>& path) const override;

 private:
  std::size_t place_of_link(Link link) const;
  const Routing& part(std::size_t place) const { return *parts_.at(&composed_.part(place)); }
  /// Appends links of the part, numbered as this numbers them.
  template <typename Walk>
  void walk_in(std::size_t place, std::vector<Link>& path, Walk walk) const;

  const ComposedTopology& composed_;
  std::shared_ptr<const Routing> network_;
  Parts parts_;
  std::vector<Link> begin_;  // of each place; the network's links come first
};

}  // namespace topomorph::topology
