// The real routes between hosts, as a source told them, among the links that shapes imply.
#pragma once

#include <memory>
#include <vector>

#include "core/topology/shapes/tree_routing.h"

namespace topomorph::topology {

/// Bandwidths of sources are in a unit of their own: here they are such that the first link of the way to the nearest
/// host has the inverse of the distance to there, as if nobody had told it.
class GivenRouting final : public Routing {
 public:
  /// `routes` leads between the topology's slots, or nowhere between slots of one host.
  GivenRouting(const Topology& topology, std::shared_ptr<const Routing> routes);

  std::uint64_t links() const override { return routes_->links(); }
  std::string name(Link link) const override { return routes_->name(link); }
  double bandwidth(Link link) const override { return routes_->bandwidth(link) * factor_; }
  void route(Slot a, Slot b, std::vector<Link>& path) const override { routes_->route(a, b, path); }

 private:
  std::shared_ptr<const Routing> routes_;
  double factor_ = 1;
};

/// A network and its machines, made into one tree: inside the hosts the tree's links, between them the real routes.
class GivenTreeRouting final : public Routing {
 public:
  /// The tree outlives this.
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

}  // namespace topomorph::topology
