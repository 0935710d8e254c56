// Real routes between hosts, from a topology's source, combined with the links of shapes.
#include "core/topology/shapes/given_routing.h"

#include <algorithm>

namespace topomorph::topology {

namespace {

/// Returns the highest level on which no real route connects two slots of a node.
std::size_t host_level(const TreeTopology& tree, const Routing& between_hosts) {
  std::vector<Link> path;
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    const std::vector<Slot>& begin = tree.level(l).begin;
    for (std::size_t node = 0; node + 1 < begin.size(); ++node) {
      if (begin[node] + 1 < begin[node + 1]) between_hosts.route(begin[node], begin[node + 1] - 1, path);
      if (!path.empty()) return l - 1;
    }
  }
  return tree.levels();
}

}  // namespace

GivenRouting::GivenRouting(const Topology& topology, std::shared_ptr<const Routing> routes)
    : routes_(std::move(routes)) {
  std::uint64_t nearest = 0;
  std::vector<Link> path;
  for (Slot slot = 1; slot < topology.slots(); ++slot) {
    const std::uint64_t distance = topology.distance(0, slot);
    if (nearest > 0 && distance >= nearest) continue;
    path.clear();
    routes_->route(0, slot, path);
    if (path.empty()) continue;
    nearest = distance;
    factor_ = 1 / (routes_->bandwidth(path.front()) * std::max(static_cast<double>(distance), kLeastCost));
  }
}

GivenTreeRouting::GivenTreeRouting(const TreeTopology& tree, std::shared_ptr<const Routing> between_hosts)
    : between_(tree, std::move(between_hosts)), inside_(tree), host_level_(host_level(tree, between_)) {}

std::string GivenTreeRouting::name(Link link) const {
  return link < between_.links() ? between_.name(link) : inside_.name(link - between_.links());
}

double GivenTreeRouting::bandwidth(Link link) const {
  return link < between_.links() ? between_.bandwidth(link) : inside_.bandwidth(link - between_.links());
}

void GivenTreeRouting::route(Slot a, Slot b, std::vector<Link>& path) const {
  const std::size_t before = path.size();
  const auto from_inside = [&](std::size_t begin) {
    for (std::size_t i = begin; i < path.size(); ++i) path[i] += between_.links();
  };
  inside_.climb(a, host_level_, path);
  from_inside(before);
  const std::size_t out = path.size();
  between_.route(a, b, path);
  const std::size_t arrived = path.size();
  if (arrived == out) {  // in one host
    path.resize(before);
    inside_.route(a, b, path);
    from_inside(before);
    return;
  }
  inside_.descend(b, host_level_, path);
  from_inside(arrived);
}

}  // namespace topomorph::topology
