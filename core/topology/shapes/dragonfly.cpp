// Dragonflies: groups of completely linked routers, linked to each other by global links, and their minimal routes.
#include "core/topology/shapes/dragonfly.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/model/tree.h"

namespace topomorph::topology {

namespace {

/// Numbers first .. last-1 of the links between two groups.
struct LinkRange {
  std::uint64_t first = 0, last = 0;
  bool empty() const { return first >= last; }
};

LinkRange common(const LinkRange& a, const LinkRange& b) {
  return {std::max(a.first, b.first), std::min(a.last, b.last)};
}

void check_shape(const DragonflyShape& shape) {
  static constexpr std::uint64_t kMaxCost = std::uint64_t{1} << 56;
  for (const std::uint64_t size : {shape.groups, shape.routers, shape.hosts}) {
    if (size == 0) throw InputError("found a dragonfly with a size of 0, expected at least 1");
    if (size > kMaxSlots)
      throw InputError(fmt::format("found a dragonfly of {}, expected at most {}", size, kMaxSlots));
  }
  if (shape.routers > kMaxSlots / shape.groups || shape.hosts > kMaxSlots / (shape.groups * shape.routers)) {
    throw InputError(fmt::format("found a dragonfly of more than {} slots, expected at most that", kMaxSlots));
  }
  for (const std::uint64_t cost : {shape.host_cost, shape.local_cost, shape.global_cost}) {
    if (cost == 0 || cost > kMaxCost) {
      throw InputError(fmt::format("found a dragonfly's link of cost {}, expected 1 to {}", cost, kMaxCost));
    }
  }
  if (shape.global_links > kMaxSlots) {
    throw InputError(
        fmt::format("found {} global links of a router, expected at most {}", shape.global_links, kMaxSlots));
  }
}

}  // namespace

DragonflyTopology::DragonflyTopology(const DragonflyShape& shape) : shape_(shape) {
  check_shape(shape_);
  slots_ = shape_.groups * shape_.routers * shape_.hosts;
  const std::uint64_t others = shape_.groups - 1;
  if (shape_.global_links == 0) shape_.global_links = (others + shape_.routers - 1) / shape_.routers;
  if (others == 0) return;
  bundles_ = shape_.routers * shape_.global_links / others;
  if (bundles_ == 0) {
    throw InputError(
        fmt::format("found {} global links for a group of a dragonfly, expected at least one to each of "
                    "the {} other groups",
                    shape_.routers * shape_.global_links, others));
  }
}

DragonflyTopology::GlobalLink DragonflyTopology::global_link(std::uint64_t from, std::uint64_t to) const {
  const std::uint64_t others = shape_.groups - 1, h = shape_.global_links;
  const std::uint64_t here = group_of_router(from), there = group_of_router(to);
  const std::uint64_t forth = (there + shape_.groups - here) % shape_.groups - 1;  // the first port to that group
  const std::uint64_t back = others - 1 - forth;  // and that group's first port back here
  // Link b has port b * others + forth here. A router's ports h r .. h r + h - 1 correspond to a range of b.
  const auto links_of = [&](std::uint64_t router, std::uint64_t first_port) -> LinkRange {
    const auto links_below = [&](std::uint64_t port) {
      return port <= first_port ? 0 : std::min((port - first_port + others - 1) / others, bundles_);
    };
    const std::uint64_t place = router % shape_.routers;
    return {links_below(h * place), links_below(h * place + h)};
  };
  const LinkRange own = links_of(from, forth), its = links_of(to, back), both = common(own, its);
  std::uint64_t link = 0;
  if (!both.empty()) {
    link = both.first;
  } else if (!own.empty() && !its.empty()) {
    link = std::min(own.first, its.first);
  } else if (!own.empty() || !its.empty()) {
    link = own.empty() ? its.first : own.first;
  }
  const std::uint64_t port = link * others + forth;
  return {here * shape_.routers + port / h, there * shape_.routers + (link * others + back) / h, port};
}

std::uint64_t DragonflyTopology::distance(Slot a, Slot b) const {
  if (a == b) return 0;
  const std::uint64_t p = router_of(a), q = router_of(b), hosts = 2 * shape_.host_cost;
  if (p == q) return hosts;
  if (group_of_router(p) == group_of_router(q)) return hosts + shape_.local_cost;
  const GlobalLink link = global_link(p, q);
  const std::uint64_t local = (link.from == p ? 0U : 1U) + (link.to == q ? 0U : 1U);
  return hosts + local * shape_.local_cost + shape_.global_cost;
}

std::string DragonflyTopology::describe() const {
  return fmt::format("dragonfly of {} x {} x {}, {} each", counted(shape_.groups, "group"),
                     counted(shape_.routers, "router"), counted(shape_.hosts, "host"),
                     counted(shape_.global_links, "global link"));
}

std::shared_ptr<const Routing> DragonflyTopology::routing() const { return std::make_shared<DragonflyRouting>(*this); }

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
  const auto [from, to] = routers(link);
  return fmt::format("router {}{}{}", from, link < global_ ? "->" : "=>", to);
}

std::optional<LinkEnds> DragonflyRouting::ends(Link link) const {
  if (link < local_) return std::nullopt;
  const auto [from, to] = routers(link);
  return LinkEnds{{from, fmt::format("router {}", from)}, {to, fmt::format("router {}", to)}};
}

std::pair<std::uint64_t, std::uint64_t> DragonflyRouting::routers(Link link) const {
  const DragonflyShape& shape = dragonfly_.shape();
  if (link < global_) {
    const std::uint64_t others = shape.routers - 1;
    const std::uint64_t from = (link - local_) / others, skipping = (link - local_) % others;
    const std::uint64_t place = from % shape.routers;
    return {from, from - place + skipping + (skipping >= place ? 1 : 0)};
  }
  const std::uint64_t number = link - global_, others = shape.groups - 1;
  const std::uint64_t group = number / ports(), port = number % ports();
  const std::uint64_t forth = port % others, there = (group + forth + 1) % shape.groups;
  const std::uint64_t back = port - forth + others - 1 - forth;  // the port at the other end of the link
  return {group * shape.routers + port / shape.global_links, there * shape.routers + back / shape.global_links};
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
