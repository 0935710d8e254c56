// The links of a dragonfly, and minimal routes over them.
#pragma once

#include "core/model/routing.h"
#include "core/topology/shapes/dragonfly.h"

namespace topomorph::topology {

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
