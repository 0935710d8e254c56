// Fat trees of two or three levels of switches with all their switches and cables, and their static routes.
#include "benchmarks/scale/fat_tree.h"

#include <fmt/format.h>

namespace topomorph::scale {

/// Links up come first, then those down; in both hosts, cables of leaves, cables of spines.
std::string FatTreeRouting::name(Link link) const {
  const std::uint64_t half = links() / 2;
  const char* direction = link < half ? "up" : "down";
  std::uint64_t number = link % half;
  if (number < all_hosts()) return fmt::format("host {} {}", number, direction);
  number -= all_hosts();
  if (number < leaf_cables()) {
    return fmt::format("leaf {} spine {} {}", number / shape_.spines, number % shape_.spines, direction);
  }
  number -= leaf_cables();
  return fmt::format("spine {} core {} {}", number / shape_.cores, number % shape_.cores, direction);
}

void FatTreeRouting::route(Slot a, Slot b, std::vector<Link>& path) const {
  if (a == b) return;
  const std::uint64_t half = links() / 2;
  const std::uint64_t leaf_a = a / shape_.hosts, leaf_b = b / shape_.hosts;
  const std::uint64_t pod_a = leaf_a / shape_.leaves, pod_b = leaf_b / shape_.leaves;
  const std::uint64_t spine = b % shape_.spines, core = b / shape_.spines % shape_.cores;
  const auto leaf_cable = [&](std::uint64_t leaf) { return all_hosts() + leaf * shape_.spines + spine; };
  const auto core_cable = [&](std::uint64_t pod) {
    return all_hosts() + leaf_cables() + (pod * shape_.spines + spine) * shape_.cores + core;
  };
  path.push_back(a);
  if (leaf_a != leaf_b) path.push_back(leaf_cable(leaf_a));
  if (pod_a != pod_b) {
    path.push_back(core_cable(pod_a));
    path.push_back(half + core_cable(pod_b));
  }
  if (leaf_a != leaf_b) path.push_back(half + leaf_cable(leaf_b));
  path.push_back(half + b);
}

TreeTopology hosts_of(const FatTreeShape& shape) {
  std::vector<std::uint64_t> arities = {shape.hosts, shape.leaves};
  if (shape.pods > 1) arities.push_back(shape.pods);
  return TreeTopology::regular(arities);
}

}  // namespace topomorph::scale
