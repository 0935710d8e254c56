// Selects the routing of a topology: by its shape, or the real routes between hosts that its source knows.
#pragma once

#include <memory>
#include <vector>

#include "core/model/routing.h"
#include "core/topology/shapes/tree_routing.h"

namespace topomorph::topology {

/// Scales the bandwidths of a source, which have a unit of their own: the first link of the route to the nearest host
/// gets the inverse of the distance to it, as without a source.
class GivenRouting final : public Routing {
 public:
  /// `routes` connects the topology's slots; routes between slots of one host are empty.
  GivenRouting(const Topology& topology, std::shared_ptr<const Routing> routes);

  std::uint64_t links() const override { return routes_->links(); }
  std::string name(Link link) const override { return routes_->name(link); }
  double bandwidth(Link link) const override { return routes_->bandwidth(link) * factor_; }
  void route(Slot a, Slot b, std::vector<Link>& path) const override { routes_->route(a, b, path); }

 private:
  std::shared_ptr<const Routing> routes_;
  double factor_ = 1;
};

/// Routes of a tree that merges a network and its machines: the tree's links inside hosts, real routes between them.
class GivenTreeRouting final : public Routing {
 public:
  /// The tree must outlive this.
  GivenTreeRouting(const TreeTopology& tree, std::shared_ptr<const Routing> between_hosts);

  std::uint64_t links() const override { return between_.links() + inside_.links(); }
  std::string name(Link link) const override;
  double bandwidth(Link link) const override;
  void route(Slot a, Slot b, std::vector<Link>& path) const override;

 private:
  GivenRouting between_;
  TreeRouting inside_;
  std::size_t host_level_ = 0;  // 0: the slots are hosts
};

/// Returns the routing, which the topology must outlive; null if its shape has none (NetworkTopology::routing()).
/// `between_hosts` has the real routes if a source has them (GivenTopology::routing). It replaces the routes of the
/// network: the topology itself, the network of a composed one, or the network of a restricted one's whole.
std::shared_ptr<const Routing> routing_of(const Topology& topology,
                                          std::shared_ptr<const Routing> between_hosts = nullptr);

}  // namespace topomorph::topology
