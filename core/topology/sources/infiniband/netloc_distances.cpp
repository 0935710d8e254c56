// Weighs the links of a network against those inside its machines as netloc does.
#include "core/topology/sources/infiniband/netloc_distances.h"

#include <limits>

#include "core/base/error.h"
#include "core/model/tree.h"

namespace topomorph::topology {

namespace {

constexpr std::uint64_t kInside = 3, kOutside = 10, kInNetwork = 2;

/// Computes link costs level by level from the lowest up; their sum is the distance.
class Costs {
 public:
  /// Returns the distance of the next level. A level on which nothing meets costs nothing.
  std::uint64_t next(bool branches, bool inside) {
    if (!branches) return distance_;
    const std::uint64_t factor = inside ? kInside : in_network_ ? kInNetwork : kOutside;
    in_network_ = !inside;
    if (cost_ > std::numeric_limits<std::uint64_t>::max() / 64) throw InputError("found too many levels for distances");
    cost_ = cost_ == 0 ? (inside ? 1 : kOutside) : cost_ * factor;
    return distance_ += cost_;
  }

 private:
  std::uint64_t cost_ = 0, distance_ = 0;
  bool in_network_ = false;
};

}  // namespace

std::shared_ptr<const Topology> with_netloc_distances(std::shared_ptr<const Topology> topology,
                                                      std::span<const Slot> first_of_host) {
  const TreeTopology* tree = as_tree(*topology);
  if (tree == nullptr) return topology;
  std::vector<std::uint64_t> distances;
  Costs costs;
  std::size_t below = tree->slots();
  for (std::size_t l = 1; l <= tree->levels(); ++l) {
    const std::size_t nodes = tree->nodes(l);
    distances.push_back(costs.next(nodes < below, nodes + 1 >= first_of_host.size()));
    below = nodes;
  }
  return std::make_shared<TreeTopology>(tree->with_distances(distances));
}

}  // namespace topomorph::topology
