// Fat trees of two or three levels of switches with all their switches and cables, and their static routes.
#pragma once

#include <cstdint>

#include "core/model/routing.h"
#include "core/model/tree.h"

namespace topomorph::scale {

struct FatTreeShape {
  std::uint64_t hosts = 1;   ///< of a leaf switch
  std::uint64_t leaves = 1;  ///< of a pod, or of the tree if it has one pod
  std::uint64_t pods = 1;
  std::uint64_t spines = 1;  ///< of a pod: each has a cable to each of its leaves
  std::uint64_t cores = 1;   ///< cables up from a spine, each to another core switch, which is linked to all pods
};

/// Every cable has bandwidth 1 in each direction. The destination's number selects the spine and then the core switch
/// (D-mod-k): flows to different hosts may meet on a cable while others are idle, as with real static routes.
class FatTreeRouting final : public Routing {
 public:
  explicit FatTreeRouting(const FatTreeShape& shape) : shape_(shape) {}

  std::uint64_t links() const override { return 2 * (all_hosts() + leaf_cables() + core_cables()); }
  /// Returns "host 5 up", "leaf 3 spine 1 down", "spine 2 core 0 up".
  std::string name(Link link) const override;
  double bandwidth(Link) const override { return 1; }
  void route(Slot a, Slot b, std::vector<Link>& path) const override;

 private:
  std::uint64_t all_leaves() const { return shape_.leaves * shape_.pods; }
  std::uint64_t all_hosts() const { return shape_.hosts * all_leaves(); }
  std::uint64_t leaf_cables() const { return all_leaves() * shape_.spines; }
  std::uint64_t core_cables() const { return shape_.pods > 1 ? shape_.pods * shape_.spines * shape_.cores : 0; }

  FatTreeShape shape_;
};

/// Returns the hosts as a tree, by which processes are mapped: it has the switches of one level as one.
TreeTopology hosts_of(const FatTreeShape& shape);

}  // namespace topomorph::scale
