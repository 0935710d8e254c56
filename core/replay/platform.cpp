// The machine of a replay: routes, latencies, rates, cores, and the costs of messages.
#include "core/replay/platform.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/topology/shapes/routing_of.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::replay {

std::vector<std::uint32_t> hosts_of(const TreeTopology& tree, std::size_t host_level) {
  std::vector<std::uint32_t> hosts(tree.slots());
  for (Slot slot = 0; slot < hosts.size(); ++slot) {
    hosts[slot] = static_cast<std::uint32_t>(host_level == 0 ? slot : tree.node_of(host_level, slot));
  }
  return hosts;
}

Platform tree_platform(const TreeTopology& tree, const evaluation::TreeCosts& costs, std::size_t host_level) {
  Platform platform;
  platform.routing = std::make_shared<topology::TreeRouting>(tree, costs.all_uplinks());
  platform.host_of = hosts_of(tree, host_level);
  platform.cost = [&tree, levels = costs.levels](Slot a, Slot b) {
    return levels[std::max<std::size_t>(tree.lca_level(a, b), 1) - 1];
  };
  return platform;
}

Platform network_platform(std::shared_ptr<const Routing> routing, std::vector<std::uint32_t> host_of, double base,
                          double per_link, evaluation::LinkCost inside) {
  Platform platform;
  platform.routing = routing;
  platform.host_of = std::move(host_of);
  platform.cost = [routing, base, per_link, inside, hosts = platform.host_of](Slot a, Slot b) {
    if (hosts[a] == hosts[b]) return inside;
    std::vector<Link> path;
    routing->route(a, b, path);
    return evaluation::LinkCost{base + per_link * static_cast<double>(path.size()), inside.bandwidth};
  };
  return platform;
}

void check(const Platform& platform) {
  const auto require = [](bool good, const char* what, double value) {
    if (!good) throw InputError(fmt::format("replay: {} is {}", what, value));
  };
  const auto time = [&](const char* what, double value) { require(std::isfinite(value) && value >= 0, what, value); };
  const auto rate = [&](const char* what, double value) { require(std::isfinite(value) && value > 0, what, value); };
  if (!platform.routing || !platform.cost) throw InputError("replay: the machine has no routes or no latencies");
  rate("the bandwidth of a link", platform.link_bandwidth);
  time("the processor time of a send between hosts", platform.between_hosts.send);
  time("the processor time of a receive between hosts", platform.between_hosts.receive);
  time("the processor time of a send inside a host", platform.inside_host.send);
  time("the processor time of a receive inside a host", platform.inside_host.receive);
  time("the burst of a link", platform.burst.bytes);
  rate("the rate of a burst", platform.burst.rate);
  time("the part of a core that waiting takes", platform.waiting);
  for (const double cores : platform.cores) time("the cores of hosts", cores);
  for (Slot slot = 0; slot < platform.host_of.size(); ++slot) {
    const std::uint32_t host = platform.host_of[slot];
    if (!platform.pool_of_host.empty() && host >= platform.pool_of_host.size())
      throw InputError(fmt::format("replay: host {} has no pool of cores", host));
    if (!platform.cores.empty() && platform.pool_of(slot) >= platform.cores.size())
      throw InputError(fmt::format("replay: host {} has no number of cores", host));
  }
}

namespace {

MessageWork work_of(const evaluation::ReachCosts* measured) {
  return measured == nullptr ? MessageWork{} : MessageWork{measured->send, measured->receive};
}

/// A measured latency is half a round trip: the processor time of both sides is in it.
evaluation::TreeCosts without_work(evaluation::TreeCosts costs, std::size_t host_level, const Platform& platform) {
  for (std::size_t i = 0; i < costs.levels.size(); ++i) {
    const MessageWork& work = i < host_level ? platform.inside_host : platform.between_hosts;
    costs.levels[i].latency = std::max(costs.levels[i].latency - work.send - work.receive, 0.0);
  }
  return costs;
}

/// What the kernel's connections send without an answer. Hosts that are measured are taken to send in this way.
constexpr std::uint64_t kPiece = std::uint64_t{1} << 16;

/// Takes over what messages cost processors, and the bursts of the links.
void take_network(const evaluation::CostOptions& cost, const TreeTopology& tree, Platform& platform) {
  if (cost.network.empty()) return;
  platform.inside_host = work_of(cost.network.inside_host());
  const evaluation::ReachCosts* const between = cost.network.between_hosts();
  platform.between_hosts = work_of(between);
  platform.waiting = std::clamp((between != nullptr ? between : cost.network.inside_host())->waiting, 0.0, 1.0);
  if (between != nullptr && between->burst_bytes > 0) platform.burst = {between->burst_bytes, between->burst_bandwidth};
  platform.piece = kPiece;
  platform.cost = tree_platform(tree, without_work(cost.costs, cost.host_level, platform), cost.host_level).cost;
}

Platform of_tree(const TreeTopology& tree, const evaluation::CostOptions& cost) {
  Platform platform = tree_platform(tree, cost.costs, cost.host_level);
  take_network(cost, tree, platform);
  if (cost.routing) {
    platform.routing = cost.routing;
    platform.link_bandwidth = evaluation::unit_link(tree, cost).bandwidth;
  }
  return platform;
}

Platform of_network(const Topology& topology, const evaluation::CostOptions& cost) {
  Platform platform;
  platform.routing = evaluation::routing_by(topology, cost);
  if (!platform.routing) {
    throw InputError(
        fmt::format("found a {}, expected a topology whose routes are known, for a replay", topology.describe()));
  }
  platform.link_bandwidth = evaluation::unit_link(topology, cost).bandwidth;
  for (Slot slot = 0; slot < topology.slots(); ++slot) {
    platform.host_of.push_back(static_cast<std::uint32_t>(topology::slot_below(topology, slot)));
  }
  platform.cost = [&topology, cost](Slot a, Slot b) { return evaluation::cost_between(topology, cost, a, b); };
  return platform;
}

/// Open MPI's header for matching, in whole words.
constexpr std::uint64_t kEnvelope = 16;

}  // namespace

Platform platform_of(const Topology& topology, const evaluation::CostOptions& cost) {
  const TreeTopology* tree = as_tree(topology);
  Platform platform = tree != nullptr ? of_tree(*tree, cost) : of_network(topology, cost);
  platform.envelope = kEnvelope;
  return platform;
}

}  // namespace topomorph::replay
