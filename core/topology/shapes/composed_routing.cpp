// The routes of a network with machines in its places.
#include "core/topology/shapes/composed_routing.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/topology/shapes/tree_routing.h"

namespace topomorph::topology {

namespace {

const TreeRouting* as_tree(const Routing& routing) { return dynamic_cast<const TreeRouting*>(&routing); }

}  // namespace

ComposedRouting::ComposedRouting(const ComposedTopology& composed, std::shared_ptr<const Routing> network, Parts parts)
    : composed_(composed), network_(std::move(network)), parts_(std::move(parts)), begin_{network_->links()} {
  for (std::size_t place = 0; place + 1 < composed.begin().size(); ++place) {
    begin_.push_back(begin_.back() + part(place).links());
  }
}

std::size_t ComposedRouting::place_of_link(Link link) const {
  return static_cast<std::size_t>(std::upper_bound(begin_.begin(), begin_.end(), link) - begin_.begin()) - 1;
}

std::string ComposedRouting::name(Link link) const {
  if (link < begin_.front()) return network_->name(link);
  const std::size_t place = place_of_link(link);
  return fmt::format("place {}: {}", place, part(place).name(link - begin_[place]));
}

double ComposedRouting::bandwidth(Link link) const {
  if (link < begin_.front()) return network_->bandwidth(link) / static_cast<double>(composed_.scale());
  const std::size_t place = place_of_link(link);
  return part(place).bandwidth(link - begin_[place]);
}

template <typename Walk>
void ComposedRouting::walk_in(std::size_t place, std::vector<Link>& path, Walk walk) const {
  const std::size_t before = path.size();
  walk(part(place));
  for (std::size_t i = before; i < path.size(); ++i) path[i] += begin_[place];
}

void ComposedRouting::route(Slot a, Slot b, std::vector<Link>& path) const {
  const std::size_t p = composed_.place_of(a), q = composed_.place_of(b);
  const Slot from = a - composed_.begin()[p], to = b - composed_.begin()[q];
  if (p == q) {
    walk_in(p, path, [&](const Routing& part) { part.route(from, to, path); });
    return;
  }
  walk_in(p, path, [&](const Routing& part) {
    if (const TreeRouting* tree = as_tree(part)) tree->climb(from, tree->levels(), path);
  });
  network_->route(p, q, path);
  walk_in(q, path, [&](const Routing& part) {
    if (const TreeRouting* tree = as_tree(part)) tree->descend(to, tree->levels(), path);
  });
}

}  // namespace topomorph::topology
