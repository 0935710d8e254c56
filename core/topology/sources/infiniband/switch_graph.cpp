// The switches of a fabric as a graph, with the hosts at them and the hops between them.
#include "core/topology/sources/infiniband/switch_graph.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"

namespace topomorph::topology::infiniband {

namespace {

constexpr std::uint32_t kNone = 0xffffffff;

/// One entry for each leaf and switch; the largest machines have a few thousand of each.
constexpr std::uint64_t kMaxEntries = std::uint64_t{1} << 28;

std::vector<std::vector<Vertex>> neighbours_of(const Fabric& fabric) {
  std::vector<std::vector<Vertex>> neighbours(fabric.switches.size());
  for (const Cables& cables : fabric.cables) {
    if (!fabric.is_switch(cables.from) || !fabric.is_switch(cables.to)) continue;
    neighbours[cables.from].push_back(cables.to);
    neighbours[cables.to].push_back(cables.from);
  }
  const auto before = [&](Vertex a, Vertex b) { return fabric.switches[a].guid < fabric.switches[b].guid; };
  for (auto& of_one : neighbours) std::sort(of_one.begin(), of_one.end(), before);
  return neighbours;
}

/// Searches breadth first: sets the hops from one switch and returns the switches in the order reached.
std::vector<Vertex> search(const std::vector<std::vector<Vertex>>& neighbours, Vertex start,
                           std::vector<std::uint16_t>& hops) {
  std::vector<Vertex> reached = {start};
  hops.assign(neighbours.size(), kNoWay);
  hops[start] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (hops[reached[i]] + 1 >= kNoWay) break;
    for (const Vertex next : neighbours[reached[i]]) {
      if (hops[next] != kNoWay) continue;
      hops[next] = static_cast<std::uint16_t>(hops[reached[i]] + 1);
      reached.push_back(next);
    }
  }
  return reached;
}

}  // namespace

SwitchGraph::SwitchGraph(const Fabric& fabric, std::vector<std::uint32_t> chosen)
    : hosts(std::move(chosen)), neighbours(neighbours_of(fabric)) {
  attach_hosts(fabric);
  measure(fabric);
}

void SwitchGraph::attach_hosts(const Fabric& fabric) {
  const auto at = fabric.incident();
  std::vector<std::uint32_t> leaf_of_switch(fabric.switches.size(), kNone);
  for (const std::uint32_t host : hosts) {
    const auto vertex = static_cast<Vertex>(fabric.switches.size() + host);
    const auto plugged = std::find_if(at[vertex].begin(), at[vertex].end(),
                                      [&](std::uint32_t c) { return fabric.is_switch(fabric.cables[c].from); });
    if (plugged == at[vertex].end()) {
      throw InputError(fmt::format("found host {} without a cable to a switch, expected one", fabric.name(vertex)));
    }
    std::uint32_t& leaf = leaf_of_switch[fabric.cables[*plugged].from];
    if (leaf == kNone) {
      leaf = static_cast<std::uint32_t>(leaves.size());
      leaves.push_back(fabric.cables[*plugged].from);
    }
    leaf_of_host.push_back(leaf);
  }
}

void SwitchGraph::measure(const Fabric& fabric) {
  if (leaves.size() * neighbours.size() > kMaxEntries) {
    throw InputError(fmt::format("found {} switches, {} of them with hosts, expected at most {} pairs of them",
                                 neighbours.size(), leaves.size(), kMaxEntries));
  }
  useful.assign(neighbours.size(), false);
  std::vector<bool> is_leaf(neighbours.size(), false);
  for (const Vertex leaf : leaves) is_leaf[leaf] = useful[leaf] = true;
  hops.resize(leaves.size());
  std::vector<bool> leads_on;
  for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
    const std::vector<Vertex> reached = search(neighbours, leaves[leaf], hops[leaf]);
    leads_on = is_leaf;
    for (auto v = reached.rbegin(); v != reached.rend(); ++v) {
      for (const Vertex next : neighbours[*v]) {
        if (leads_on[next] && hops[leaf][next] == hops[leaf][*v] + 1) leads_on[*v] = true;
      }
      if (leads_on[*v]) useful[*v] = true;
    }
    for (const Vertex other : leaves) {
      if (hops[leaf][other] != kNoWay) continue;
      throw InputError(fmt::format("found no way between the switches {} and {}, expected one between any two hosts",
                                   fabric.name(leaves[leaf]), fabric.name(other)));
    }
  }
}

std::vector<std::size_t> SwitchGraph::hosts_of_leaves() const {
  std::vector<std::size_t> count(leaves.size(), 0);
  for (const std::uint32_t leaf : leaf_of_host) ++count[leaf];
  return count;
}

}  // namespace topomorph::topology::infiniband
