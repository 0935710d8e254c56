// Dragonflies: groups of routers, completely linked inside, and with each other by global links; and minimal routes.
#pragma once

#include <cstdint>
#include <optional>

#include "core/topology/shapes/network.h"

namespace topomorph::topology {

/// What a dragonfly is made of, and what its links cost.
struct DragonflyShape {
  std::uint64_t groups = 1;
  std::uint64_t routers = 1;       ///< in each group; every two of them are linked
  std::uint64_t hosts = 1;         ///< on each router; a slot each
  std::uint64_t global_links = 0;  ///< of each router; 0: as few as link every two groups once
  std::uint64_t host_cost = 1, local_cost = 1, global_cost = 1;  ///< distance of a link; above 0
};

/// A dragonfly (Kim, Dally, Scott, Abts: Technology-driven, highly-scalable dragonfly topology, ISCA 2008). Slots are
/// numbered host by host, router by router, group by group. The distance is that of minimal routing: from the host to
/// its router, at most one local link, one global link, at most one local link, and to the host; so two hosts of a
/// router are two host links apart.
///
/// The global links are laid like the leaves of a palm: port k of a group (port k mod h of router k div h, with h links
/// each) leads to the group that is k mod (groups - 1) + 1 behind it, where port g of its own comes back. Ports that
/// are not enough for another link to every group stay free.
class DragonflyTopology final : public NetworkTopology {
 public:
  /// Throws InputError: no size may be 0, the links must reach all groups.
  explicit DragonflyTopology(const DragonflyShape& shape);

  std::uint64_t slots() const override { return slots_; }
  std::uint64_t distance(Slot a, Slot b) const override;
  std::string describe() const override;
  Shape as_shape() const override { return this; }
  std::shared_ptr<const Routing> routing() const override;
  std::optional<Extent> extent() const override { return std::nullopt; }
  bool numbered_by_nearness() const override { return true; }

  /// With the real number of global links.
  const DragonflyShape& shape() const { return shape_; }
  std::uint64_t router_of(Slot slot) const { return slot / shape_.hosts; }
  std::uint64_t group_of_router(std::uint64_t router) const { return router / shape_.routers; }
  /// Links between every two groups.
  std::uint64_t links_between_groups() const { return bundles_; }

  /// A global link and the routers at its ends.
  struct GlobalLink {
    std::uint64_t from = 0, to = 0;  ///< routers, numbered over all groups
    std::uint64_t port = 0;          ///< of the first router's group
  };
  /// The one that minimal routing takes between routers of two different groups: of those with the fewest local links
  /// the one with the lowest port. O(1).
  GlobalLink global_link(std::uint64_t from, std::uint64_t to) const;

 private:
  DragonflyShape shape_;
  std::uint64_t bundles_ = 0;
  std::uint64_t slots_ = 0;
};

/// From the host up to its router, over at most one local link, one global link and one local link, and down to the
/// host: the way that the topology's distance is that of.
class DragonflyRouting final : public Routing {
 public:
  /// The dragonfly outlives this. A link's bandwidth is the inverse of its cost.
  explicit DragonflyRouting(const DragonflyTopology& dragonfly);

  std::uint64_t links() const override { return end_; }
  /// "slot 5 up", "router 3->4", "router 3=>17" (a global link).
  std::string name(Link link) const override;
  double bandwidth(Link link) const override;
  void route(Slot a, Slot b, std::vector<Link>& path) const override;

 private:
  void walk_local(std::uint64_t from, std::uint64_t to, std::vector<Link>& path) const;
  std::string name_of_global(std::uint64_t number) const;
  /// Global links that leave a group.
  std::uint64_t ports() const { return dragonfly_.links_between_groups() * (dragonfly_.shape().groups - 1); }

  const DragonflyTopology& dragonfly_;
  Link local_ = 0, global_ = 0, end_ = 0;  // where each kind begins: up, down, local, global
};

}  // namespace topomorph::topology
