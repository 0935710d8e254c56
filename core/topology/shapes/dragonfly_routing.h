// The links of a dragonfly, and minimal routes over them.
#pragma once

#include "core/model/routing.h"
#include "core/topology/shapes/dragonfly.h"

namespace topomorph::topology {

/// Minimal routes: from the host up to its router, over at most one local link, one global link and one local link, and
/// down to the host. Their cost is the topology's distance.
class DragonflyRouting final : public Routing {
 public:
  /// The dragonfly must outlive this. A link's bandwidth is the inverse of its cost.
  explicit DragonflyRouting(const DragonflyTopology& dragonfly);

  std::uint64_t links() const override { return end_; }
  /// Returns "slot 5 up", "router 3->4", or "router 3=>17" for a global link.
  std::string name(Link link) const override;
  double bandwidth(Link link) const override;
  void route(Slot a, Slot b, std::vector<Link>& path) const override;

 private:
  void walk_local(std::uint64_t from, std::uint64_t to, std::vector<Link>& path) const;
  std::string name_of_global(std::uint64_t number) const;
  /// Returns the number of global links that leave a group.
  std::uint64_t ports() const { return dragonfly_.links_between_groups() * (dragonfly_.shape().groups - 1); }

  const DragonflyTopology& dragonfly_;
  Link local_ = 0, global_ = 0, end_ = 0;  // first link of each kind, in the order up, down, local, global
};

}  // namespace topomorph::topology
