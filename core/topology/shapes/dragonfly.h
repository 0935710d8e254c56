// Dragonflies: groups of completely linked routers, linked to each other by global links, and their minimal routes.
#pragma once

#include <cstdint>
#include <optional>

#include "core/topology/shapes/network.h"

namespace topomorph::topology {

/// The sizes of a dragonfly and the costs of its links.
struct DragonflyShape {
  std::uint64_t groups = 1;
  std::uint64_t routers = 1;       ///< in each group; every two of them are linked
  std::uint64_t hosts = 1;         ///< on each router; a slot each
  std::uint64_t global_links = 0;  ///< of each router; 0: the fewest that link every two groups
  std::uint64_t host_cost = 1, local_cost = 1, global_cost = 1;  ///< distance of a link; above 0
};

/// A dragonfly (Kim, Dally, Scott, Abts: Technology-Driven, Highly-Scalable Dragonfly Topology, ISCA 2008). Slots are
/// numbered host by host, router by router, group by group. The distance is that of minimal routing: host link, at most
/// one local link, one global link, at most one local link, host link. So two hosts of a router are two host links
/// apart.
///
/// Global links have the palm-tree arrangement. Port k of a group (port k mod h of router k div h, with h links per
/// router) leads to the group k mod (groups - 1) + 1 positions further, to the port that leads back. Ports that do not
/// suffice for another link to every group stay unused.
class DragonflyTopology final : public NetworkTopology {
 public:
  /// Throws InputError if a size is 0 or the links do not reach all groups.
  explicit DragonflyTopology(const DragonflyShape& shape);

  std::uint64_t slots() const override { return slots_; }
  std::uint64_t distance(Slot a, Slot b) const override;
  std::string describe() const override;
  Shape as_shape() const override { return this; }
  std::shared_ptr<const Routing> routing() const override;
  std::optional<Extent> extent() const override { return std::nullopt; }
  bool numbered_by_nearness() const override { return true; }

  /// Returns the shape with the actual number of global links.
  const DragonflyShape& shape() const { return shape_; }
  std::uint64_t router_of(Slot slot) const { return slot / shape_.hosts; }
  std::uint64_t group_of_router(std::uint64_t router) const { return router / shape_.routers; }
  std::uint64_t links_between_groups() const { return bundles_; }

  /// A global link and the routers at its ends.
  struct GlobalLink {
    std::uint64_t from = 0, to = 0;  ///< routers, numbered over all groups
    std::uint64_t port = 0;          ///< of the first router's group
  };
  /// Returns the link that minimal routing takes between routers of two groups: of those with the fewest local links
  /// the one with the lowest port. O(1).
  GlobalLink global_link(std::uint64_t from, std::uint64_t to) const;

 private:
  DragonflyShape shape_;
  std::uint64_t bundles_ = 0;
  std::uint64_t slots_ = 0;
};

/// Minimal routes: from the host up to its router, over at most one local link, one global link and one local link, and
/// down to the host. Their cost is the topology's distance.
class DragonflyRouting final : public Routing {
 public:
  /// The dragonfly must outlive this. A link's bandwidth is the inverse of its cost.
  explicit DragonflyRouting(const DragonflyTopology& dragonfly);

  std::uint64_t links() const override { return end_; }
  /// Returns "slot 5 up", "router 3->4", or "router 3=>17" for a global link.
  std::string name(Link link) const override;
  std::optional<LinkEnds> ends(Link link) const override;
  double bandwidth(Link link) const override;
  void route(Slot a, Slot b, std::vector<Link>& path) const override;

 private:
  void walk_local(std::uint64_t from, std::uint64_t to, std::vector<Link>& path) const;
  /// Returns the routers at the ends of a link between routers.
  std::pair<std::uint64_t, std::uint64_t> routers(Link link) const;
  /// Returns the number of global links that leave a group.
  std::uint64_t ports() const { return dragonfly_.links_between_groups() * (dragonfly_.shape().groups - 1); }

  const DragonflyTopology& dragonfly_;
  Link local_ = 0, global_ = 0, end_ = 0;  // first link of each kind, in the order up, down, local, global
};

}  // namespace topomorph::topology
