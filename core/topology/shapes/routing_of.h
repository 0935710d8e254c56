// The links of a tree, and the routing of any topology: by its shape, or the real routes between hosts that its source
// knows.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/model/routing.h"
#include "core/model/tree.h"

namespace topomorph::topology {

/// Routes lead up to the common node of the slots and down again. Parallel switches of a fat tree are one node, whose
/// cables are links of their own. The number of the destination selects the cables, the same up and down, as static
/// routes of fat trees do (D-mod-k) [Zahavi 2012]: messages to different hosts may meet while other cables are idle.
class TreeRouting final : public Routing {
 public:
  /// The tree must outlive this. `uplinks` has what all links up from a node of each level below the root let through,
  /// slots first, in terms of `unit`. Levels without a value get the inverse of the distance of the level above, and
  /// cables the bandwidth of the links below times their speed.
  explicit TreeRouting(const TreeTopology& tree, std::span<const double> uplinks = {}, double unit = 1);

  std::uint64_t links() const override { return 2 * begin_.back(); }
  /// Returns "slot 5 up", "host 3 down", "level2 1 cable 7 up".
  std::string name(Link link) const override;
  double bandwidth(Link link) const override { return bandwidths_[level_of(link % begin_.back())]; }
  void route(Slot a, Slot b, std::vector<Link>& path) const override;
  void leave(Slot slot, std::vector<Link>& path) const override { climb(slot, begin_.size() - 1, slot, path); }
  void enter(Slot slot, std::vector<Link>& path) const override { descend(slot, begin_.size() - 1, path); }

  /// Appends the links from the slot up to its node of `level` that lead to the destination.
  void climb(Slot slot, std::size_t level, Slot destination, std::vector<Link>& path) const;
  /// Appends the links from the slot's node of `level` down to the slot.
  void descend(Slot slot, std::size_t level, std::vector<Link>& path) const;

 private:
  std::size_t level_of(Link up) const;
  Link link_up(std::size_t level, Slot slot, Slot destination) const;

  const TreeTopology& tree_;
  std::vector<double> bandwidths_;
  std::vector<Link> begin_ = {0};    // the first link up from each level, slots first; the root has none
  std::vector<std::uint64_t> ways_;  // links up from a node of each level
  std::size_t spread_ = 0;           // the level whose nodes select the cables by their numbers
};

/// Scales the bandwidths of a source, which have a unit of their own: the first link of the route to the nearest host
/// gets the inverse of the distance to it, as without a source.
class GivenRouting final : public Routing {
 public:
  /// `routes` connects the topology's slots; routes between slots of one host are empty.
  GivenRouting(const Topology& topology, std::shared_ptr<const Routing> routes);

  std::uint64_t links() const override { return routes_->links(); }
  std::string name(Link link) const override { return routes_->name(link); }
  std::optional<LinkEnds> ends(Link link) const override { return routes_->ends(link); }
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
