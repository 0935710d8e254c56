// The machine of a replay, from a topology and the costs of its links.
#include "core/replay/platform_of.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::replay {

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

}  // namespace

Platform platform_of(const Topology& topology, const evaluation::CostOptions& cost) {
  if (const TreeTopology* tree = as_tree(topology)) return of_tree(*tree, cost);
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
  platform.cost = [&topology, unit = cost.per_distance](Slot a, Slot b) {
    const auto distance = static_cast<double>(std::max<std::uint64_t>(topology.distance(a, b), 1));
    return evaluation::LinkCost{unit.latency * distance, unit.bandwidth / distance};
  };
  return platform;
}

}  // namespace topomorph::replay
