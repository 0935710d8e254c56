// The links of a dragonfly, and minimal routes over them.
#include "core/topology/shapes/dragonfly_routing.h"

#include <fmt/format.h>

namespace topomorph::topology {

DragonflyRouting::DragonflyRouting(const DragonflyTopology& dragonfly) : dragonfly_(dragonfly) {
  const DragonflyShape& shape = dragonfly.shape();
  local_ = 2 * dragonfly.slots();
  global_ = local_ + shape.groups * shape.routers * (shape.routers - 1);
  end_ = global_ + shape.groups * ports();
}

std::string DragonflyRouting::name(Link link) const {
  if (link < local_) {
    const bool up = link < dragonfly_.slots();
    return fmt::format("slot {} {}", up ? link : link - dragonfly_.slots(), up ? "up" : "down");
  }
  if (link >= global_) return name_of_global(link - global_);
  const std::uint64_t others = dragonfly_.shape().routers - 1;
  const std::uint64_t from = (link - local_) / others, skipping = (link - local_) % others;
  const std::uint64_t place = from % (others + 1);
  return fmt::format("router {}->{}", from, from - place + skipping + (skipping >= place ? 1 : 0));
}

std::string DragonflyRouting::name_of_global(std::uint64_t number) const {
  const DragonflyShape& shape = dragonfly_.shape();
  const std::uint64_t group = number / ports(), port = number % ports(), others = shape.groups - 1;
  const std::uint64_t forth = port % others, there = (group + forth + 1) % shape.groups;
  const std::uint64_t back = port - forth + others - 1 - forth;  // the port at the other end of the link
  return fmt::format("router {}=>{}", group * shape.routers + port / shape.global_links,
                     there * shape.routers + back / shape.global_links);
}

double DragonflyRouting::bandwidth(Link link) const {
  const DragonflyShape& shape = dragonfly_.shape();
  return 1 / static_cast<double>(link < local_    ? shape.host_cost
                                 : link < global_ ? shape.local_cost
                                                  : shape.global_cost);
}

void DragonflyRouting::walk_local(std::uint64_t from, std::uint64_t to, std::vector<Link>& path) const {
  if (from == to) return;
  path.push_back(local_ + from * (dragonfly_.shape().routers - 1) + to % dragonfly_.shape().routers -
                 (to > from ? 1 : 0));
}

void DragonflyRouting::route(Slot a, Slot b, std::vector<Link>& path) const {
  if (a == b) return;
  const std::uint64_t from = dragonfly_.router_of(a), to = dragonfly_.router_of(b);
  const std::uint64_t group = dragonfly_.group_of_router(from);
  path.push_back(a);
  if (group == dragonfly_.group_of_router(to)) {
    walk_local(from, to, path);
  } else {
    const DragonflyTopology::GlobalLink global = dragonfly_.global_link(from, to);
    walk_local(from, global.from, path);
    path.push_back(global_ + group * ports() + global.port);
    walk_local(global.to, to, path);
  }
  path.push_back(dragonfly_.slots() + b);
}

}  // namespace topomorph::topology
