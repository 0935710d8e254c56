// The links of a tree, and the routing of any topology: by its shape, or the real routes between hosts that its source
// knows.
#include "core/topology/shapes/routing_of.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/successive.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::topology {

TreeRouting::TreeRouting(const TreeTopology& tree, std::span<const double> uplinks, double unit) : tree_(tree) {
  bool has_cables = false;
  for (std::size_t l = 0; l < tree.levels(); ++l) {
    const Cables cables = l > 0 ? tree.level(l).cables : Cables{};
    ways_.push_back(cables.count > 0 ? cables.count * ways_.back() : 1);
    begin_.push_back(begin_.back() + tree.nodes(l) * ways_.back());
    if (cables.count > 0 && !std::exchange(has_cables, true)) spread_ = l - 1;
    if (l < uplinks.size()) {
      bandwidths_.push_back(uplinks[l] / unit / static_cast<double>(ways_.back()));
    } else if (cables.count > 0) {
      bandwidths_.push_back(bandwidths_.back() * cables.speed);
    } else {
      bandwidths_.push_back(1 / std::max(static_cast<double>(tree.level(l + 1).distance), kMinLinkCost));
    }
  }
}

std::size_t TreeRouting::level_of(Link up) const { return interval_of(begin_, up); }

std::string TreeRouting::name(Link link) const {
  const Link up = link % begin_.back();
  const std::size_t level = level_of(up);
  const std::uint64_t number = up - begin_[level], ways = ways_[level];
  const std::string cable = ways > 1 ? fmt::format(" cable {}", number % ways) : "";
  return fmt::format("{} {}{} {}", level_name(tree_, level), number / ways, cable, link == up ? "up" : "down");
}

Link TreeRouting::link_up(std::size_t level, Slot slot, Slot destination) const {
  const std::uint64_t ways = ways_[level], node = begin_[level] + tree_.node_of(level, slot) * ways;
  return ways == 1 ? node : node + tree_.node_of(spread_, destination) % ways;
}

void TreeRouting::climb(Slot slot, std::size_t level, Slot destination, std::vector<Link>& path) const {
  for (std::size_t l = 0; l < level; ++l) path.push_back(link_up(l, slot, destination));
}

void TreeRouting::descend(Slot slot, std::size_t level, std::vector<Link>& path) const {
  for (std::size_t l = level; l-- > 0;) path.push_back(begin_.back() + link_up(l, slot, slot));
}

void TreeRouting::route(Slot a, Slot b, std::vector<Link>& path) const {
  const std::size_t meet = tree_.lca_level(a, b);
  climb(a, meet, b, path);
  descend(b, meet, path);
}

namespace {

/// Returns the highest level on which no real route connects two slots of a node.
std::size_t level_without_routes(const TreeTopology& tree, const Routing& between_hosts) {
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
    factor_ = 1 / (routes_->bandwidth(path.front()) * std::max(static_cast<double>(distance), kMinLinkCost));
  }
}

GivenTreeRouting::GivenTreeRouting(const TreeTopology& tree, std::shared_ptr<const Routing> between_hosts)
    : between_(tree, std::move(between_hosts)), inside_(tree), host_level_(level_without_routes(tree, between_)) {}

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
  inside_.climb(a, host_level_, b, path);
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

namespace {

using RoutingPointer = std::shared_ptr<const Routing>;

/// Returns null if the routes of the network or of a part are unknown.
RoutingPointer routing_of_composed(const ComposedTopology& composed, const RoutingPointer& between_hosts) {
  RoutingPointer network = routing_of(composed.network(), between_hosts);
  if (!network) return nullptr;
  ComposedRouting::Parts parts;
  for (std::size_t place = 0; place + 1 < composed.begin().size(); ++place) {
    RoutingPointer& part = parts[&composed.part(place)];
    if (!part) part = routing_of(composed.part(place));
    if (!part) return nullptr;
  }
  return std::make_shared<ComposedRouting>(composed, std::move(network), std::move(parts));
}

RoutingPointer routing_of_part(const RestrictedTopology& part, const RoutingPointer& between_hosts) {
  RoutingPointer whole = routing_of(part.whole(), between_hosts);
  return whole ? std::make_shared<RestrictedRouting>(std::move(whole), part.kept()) : nullptr;
}

RoutingPointer routing_of_tree(const TreeTopology& tree, const RoutingPointer& between_hosts) {
  if (between_hosts) return std::make_shared<GivenTreeRouting>(tree, between_hosts);
  return std::make_shared<TreeRouting>(tree);
}

}  // namespace

RoutingPointer routing_of(const Topology& topology, RoutingPointer between_hosts) {
  RoutingPointer implied = visit_shape(
      topology, [&](const TreeTopology& tree) { return routing_of_tree(tree, between_hosts); },
      [&](const ComposedTopology& composed) { return routing_of_composed(composed, between_hosts); },
      [&](const RestrictedTopology& part) { return routing_of_part(part, between_hosts); },
      [&](const NetworkTopology& network) { return between_hosts ? nullptr : network.routing(); });
  if (implied || !between_hosts) return implied;
  return std::make_shared<GivenRouting>(topology, std::move(between_hosts));
}

}  // namespace topomorph::topology
