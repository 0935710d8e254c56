// Reads InfiniBand fabrics as topologies.
#include "core/topology/sources/infiniband/infiniband.h"

#include <algorithm>
#include <map>
#include <span>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/base/text.h"
#include "core/model/tree.h"
#include "core/topology/shapes/network.h"
#include "core/topology/sources/infiniband/fabric_request.h"
#include "core/topology/sources/infiniband/fabric_routing.h"
#include "core/topology/sources/infiniband/switch_graph.h"

namespace topomorph::topology {

namespace infiniband {

namespace {

/// Order of a group of leaves: the group with the first host, then by falling GUID.
struct GroupKey {
  bool is_first = false;
  std::uint64_t guid = 0;
  bool operator<(const GroupKey& other) const { return is_first != other.is_first ? is_first : guid > other.guid; }
  bool operator==(const GroupKey&) const = default;
};

/// Returns the keys of each leaf's groups, from the widest group in. Keys of different groups differ, because GUIDs do.
std::vector<std::vector<GroupKey>> keys_of_leaves(const Fabric& fabric, const SwitchGraph& graph,
                                                  const std::vector<std::vector<std::uint32_t>>& groups) {
  std::vector<std::vector<GroupKey>> keys(graph.leaves.size());
  for (auto group = groups.rbegin(); group != groups.rend(); ++group) {
    std::map<std::uint32_t, GroupKey> key;
    for (std::size_t leaf = 0; leaf < group->size(); ++leaf) {
      GroupKey& own = key[(*group)[leaf]];
      own.is_first |= leaf == graph.leaf_of_host[0];
      own.guid = std::max(own.guid, fabric.switches[graph.leaves[leaf]].guid);
    }
    for (std::size_t leaf = 0; leaf < group->size(); ++leaf) keys[leaf].push_back(key[(*group)[leaf]]);
  }
  return keys;
}

std::vector<std::uint32_t> order_of_hosts(const Fabric& fabric, const SwitchGraph& graph,
                                          const std::vector<std::vector<std::uint32_t>>& groups) {
  const auto keys = keys_of_leaves(fabric, graph, groups);
  auto places = successive<std::uint32_t>(graph.hosts.size());
  const auto own_key = [&](std::uint32_t place) { return GroupKey{place == 0, fabric.hosts[graph.hosts[place]].guid}; };
  std::sort(places.begin(), places.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto& of_a = keys[graph.leaf_of_host[a]];
    const auto& of_b = keys[graph.leaf_of_host[b]];
    return of_a == of_b ? own_key(a) < own_key(b) : of_a < of_b;
  });
  return places;
}

/// Returns the tree, without levels on which no two hosts meet.
TreeTopology tree_topology(const SwitchGraph& graph, const std::vector<std::uint32_t>& order, const SwitchTree& tree) {
  std::vector<TreeLevel> levels;
  for (std::size_t l = 0; l < tree.group.size(); ++l) {
    TreeLevel level{l == 0 ? "switch" : fmt::format("switch{}", l + 1), std::uint64_t{2} + tree.hops[l], {}};
    std::uint32_t last = 0;
    for (Slot slot = 0; slot < order.size(); ++slot) {
      const std::uint32_t group = tree.group[l][graph.leaf_of_host[order[slot]]];
      if (slot == 0 || group != last) level.begin.push_back(slot);
      last = group;
    }
    level.begin.push_back(order.size());
    const std::size_t below = levels.empty() ? order.size() + 1 : levels.back().begin.size();
    if (level.begin.size() < below || order.size() == 1) levels.push_back(std::move(level));
    if (order.size() == 1) break;
  }
  return TreeTopology(std::move(levels));
}

HopTopology hop_topology(const SwitchGraph& graph, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> leaf_of_slot;
  for (const std::uint32_t place : order) leaf_of_slot.push_back(graph.leaf_of_host[place]);
  std::vector<std::vector<std::uint16_t>> hops(graph.leaves.size());
  for (std::size_t a = 0; a < hops.size(); ++a) {
    for (const Vertex b : graph.leaves) hops[a].push_back(graph.hops[a][b]);
  }
  const auto switches = std::count(graph.useful.begin(), graph.useful.end(), true);
  return {std::move(leaf_of_slot), std::move(hops), static_cast<std::size_t>(switches)};
}

void add_notes(GivenTopology& given, const SwitchGraph& graph, const std::optional<SwitchTree>& tree,
               const FabricRouting& routing) {
  if (!tree) given.notes.push_back("the switches form no tree; distances are the cables on the shortest way");
  if (tree && tree->hosts_above > 0) {
    given.notes.push_back(
        fmt::format("{} of {} hosts are at switches above the lowest level; their ways are shorter "
                    "than the tree says",
                    tree->hosts_above, graph.hosts.size()));
  }
  const std::uint64_t missing = routing.has_tables() ? routing.without_route() : 0;
  if (missing > 0) {
    given.notes.push_back(
        fmt::format("{} of {} ways from a switch to a host are not in the forwarding tables; taken for "
                    "shortest ones",
                    missing, graph.leaves.size() * graph.hosts.size()));
  }
}

/// Returns the hosts with a cable to a switch; files also list unused ports. Returns all if none has a cable, so that a
/// later check can name one.
std::vector<std::uint32_t> plugged_in(const Fabric& fabric, const std::vector<std::uint32_t>& hosts) {
  std::vector<bool> has_cable(fabric.hosts.size(), false);
  for (const Cables& cables : fabric.cables) {
    if (fabric.is_switch(cables.from) && !fabric.is_switch(cables.to)) {
      has_cable[cables.to - fabric.switches.size()] = true;
    }
  }
  std::vector<std::uint32_t> plugged;
  std::copy_if(hosts.begin(), hosts.end(), std::back_inserter(plugged), [&](std::uint32_t h) { return has_cable[h]; });
  return plugged.empty() ? hosts : plugged;
}

std::string about_several(const Fabric& fabric, const SwitchGraph& graph) {
  const std::string where =
      fmt::format("{} of {} hosts have cables to several switches; each counts where most of its bandwidth ends",
                  graph.at_several, graph.hosts.size());
  if (graph.others.empty()) return where;
  constexpr std::size_t kNamed = 3;
  const std::span<const Vertex> named(graph.others.data(), std::min(graph.others.size(), kNamed));
  return fmt::format("{}, none at {}{}", where, listed(named, [&](Vertex v) { return fabric.name(v); }),
                     graph.others.size() > kNamed ? ", …" : "");
}

GivenTopology given_topology(const std::shared_ptr<const Fabric>& fabric, const std::vector<std::uint32_t>& hosts) {
  const auto graph = std::make_shared<const SwitchGraph>(*fabric, plugged_in(*fabric, hosts));
  const std::optional<SwitchTree> tree = find_tree(*graph);
  std::vector<std::vector<std::uint32_t>> groups(1);
  for (std::uint32_t leaf = 0; leaf < graph->leaves.size(); ++leaf) groups[0].push_back(leaf);
  const auto order = order_of_hosts(*fabric, *graph, tree ? tree->group : groups);

  GivenTopology given;
  given.notes = fabric->warnings.lines();
  given.skipped_places = fabric->warnings.count();
  if (tree) {
    given.topology = std::make_shared<TreeTopology>(tree_topology(*graph, order, *tree));
  } else {
    given.topology = std::make_shared<HopTopology>(hop_topology(*graph, order));
  }
  for (Slot slot = 0; slot < order.size(); ++slot) {
    given.hosts.names.push_back(fabric->hosts[graph->hosts[order[slot]]].name);
    given.hosts.begin.push_back(slot);
  }
  given.hosts.begin.push_back(order.size());
  if (order.size() < hosts.size()) {
    given.notes.push_back(fmt::format("{} of {} hosts have no cable to a switch and are left out",
                                      hosts.size() - order.size(), hosts.size()));
  }
  if (fabric->of_unknown_speed > 0) {
    given.notes.push_back(
        fmt::format("cables of unknown speed: {}, which count as slow as the slowest", fabric->of_unknown_speed));
  }
  if (graph->at_several > 0) given.notes.push_back(about_several(*fabric, *graph));
  const auto routing = std::make_shared<FabricRouting>(fabric, graph, order);
  add_notes(given, *graph, tree, *routing);
  given.routing = routing;
  given.netloc_distances = true;
  return given;
}

}  // namespace

}  // namespace infiniband

GivenTopology read_infiniband(const std::string& text) {
  const auto request = infiniband::FabricRequest::parse(text);
  const auto fabric = std::make_shared<infiniband::Fabric>(infiniband::read_fabric(request));
  const auto hosts = infiniband::requested_hosts(*fabric, request);
  try {
    return infiniband::given_topology(fabric, hosts);
  } catch (const InputError& error) {
    throw InputError(request.path, 0, error.what());
  }
}

}  // namespace topomorph::topology
