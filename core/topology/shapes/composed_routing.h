// The routes of a network with machines in its places.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "core/model/routing.h"
#include "core/topology/shapes/composed.h"

namespace topomorph::topology {

/// Between places a route leads out of the machine, over the network and into the other machine. In a tree it leads
/// over the links up to the root; slots of other machines are directly at the network.
class ComposedRouting final : public Routing {
 public:
  /// Routing of each part. Places may share one, but each place has its own links.
  using Parts = std::map<const Topology*, std::shared_ptr<const Routing>>;

  /// `composed` must outlive this; `network` routes between its places, `parts` inside each of them.
  ComposedRouting(const ComposedTopology& composed, std::shared_ptr<const Routing> network, Parts parts);

  std::uint64_t links() const override { return begin_.back(); }
  /// Returns the network's name of its links, "place 3: slot 1 up" for others.
  std::string name(Link link) const override;
  double bandwidth(Link link) const override;
  void route(Slot a, Slot b, std::vector<Link>& path) const override;

 private:
  std::size_t place_of_link(Link link) const;
  const Routing& part(std::size_t place) const { return *parts_.at(&composed_.part(place)); }
  /// Appends links of the part, with the numbers that they have here.
  template <typename Walk>
  void walk_in(std::size_t place, std::vector<Link>& path, Walk walk) const;

  const ComposedTopology& composed_;
  std::shared_ptr<const Routing> network_;
  Parts parts_;
  std::vector<Link> begin_;  // first link of each place; the network's links come first
};

}  // namespace topomorph::topology
