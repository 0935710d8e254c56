// The switches of a fabric as a graph, with the hosts at them and the hops between them; whether they form a (fat)
// tree.
#include "core/topology/sources/infiniband/switch_graph.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"

namespace topomorph::topology::infiniband {
namespace {

constexpr std::uint32_t kNoLeaf = 0xffffffff;
constexpr Vertex kNoHome = 0xffffffff;

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

namespace {

/// Returns for each host the switches to which most of its bandwidth leads, by rising GUID.
std::vector<std::vector<Vertex>> main_switches(const Fabric& fabric, const std::vector<std::uint32_t>& hosts) {
  const auto at = fabric.incident();
  std::vector<std::vector<Vertex>> found(hosts.size());
  for (std::size_t h = 0; h < hosts.size(); ++h) {
    const auto vertex = static_cast<Vertex>(fabric.switches.size() + hosts[h]);
    double most = 0;
    for (const std::uint32_t c : at[vertex]) {
      const Cables& cables = fabric.cables[c];
      if (!fabric.is_switch(cables.from) || cables.bandwidth < most) continue;
      if (cables.bandwidth > most) found[h].clear();
      most = cables.bandwidth;
      found[h].push_back(cables.from);
    }
    if (found[h].empty()) {
      throw InputError(fmt::format("found host {} without a cable to a switch, expected one", fabric.name(vertex)));
    }
    std::ranges::sort(found[h], {}, [&](Vertex v) { return fabric.switches[v].guid; });
  }
  return found;
}

/// Returns the switch of each host: again and again the one that most hosts without one may have, of equals that with
/// the least GUID.
std::vector<Vertex> homes_of(const Fabric& fabric, const std::vector<std::vector<Vertex>>& choices) {
  std::vector<std::vector<std::uint32_t>> members(fabric.switches.size());
  for (std::uint32_t h = 0; h < choices.size(); ++h) {
    for (const Vertex v : choices[h]) members[v].push_back(h);
  }
  std::vector<Vertex> home(choices.size(), kNoHome);
  std::vector<std::size_t> open(members.size());
  for (Vertex v = 0; v < open.size(); ++v) open[v] = members[v].size();
  const auto key = [&](Vertex v) { return std::pair(open[v], ~fabric.switches[v].guid); };
  std::set<std::pair<std::pair<std::size_t, std::uint64_t>, Vertex>> queue;
  for (Vertex v = 0; v < open.size(); ++v) queue.insert({key(v), v});
  while (!queue.empty() && queue.rbegin()->first.first > 0) {
    const Vertex next = queue.rbegin()->second;
    for (const std::uint32_t h : members[next]) {
      if (home[h] != kNoHome) continue;
      home[h] = next;
      for (const Vertex v : choices[h]) {
        queue.erase({key(v), v});
        --open[v];
        queue.insert({key(v), v});
      }
    }
  }
  return home;
}

}  // namespace

void SwitchGraph::attach_hosts(const Fabric& fabric) {
  const std::vector<Vertex> homes = homes_of(fabric, main_switches(fabric, hosts));
  std::vector<std::uint32_t> leaf_of_switch(fabric.switches.size(), kNoLeaf);
  for (const Vertex home : homes) {
    std::uint32_t& leaf = leaf_of_switch[home];
    if (leaf == kNoLeaf) {
      leaf = static_cast<std::uint32_t>(leaves.size());
      leaves.push_back(home);
    }
    leaf_of_host.push_back(leaf);
  }
  note_others(fabric, leaf_of_switch);
}

void SwitchGraph::note_others(const Fabric& fabric, const std::vector<std::uint32_t>& leaf_of_switch) {
  std::vector<std::size_t> switches(fabric.hosts.size(), 0);
  std::set<Vertex> found;
  for (const Cables& cables : fabric.cables) {
    if (!fabric.is_switch(cables.from) || fabric.is_switch(cables.to)) continue;
    ++switches[cables.to - fabric.switches.size()];
    if (leaf_of_switch[cables.from] == kNoLeaf) found.insert(cables.from);
  }
  for (const std::uint32_t host : hosts) at_several += switches[host] > 1 ? 1 : 0;
  if (at_several > 0) others.assign(found.begin(), found.end());
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

namespace {

constexpr std::uint16_t kNoLevel = 0xffff;

/// At most 1/kShareAbove of the hosts may be above the lowest level.
constexpr std::size_t kShareAbove = 10;

class Sets {
 public:
  explicit Sets(std::size_t size) : parent_(successive<std::uint32_t>(size)) {}
  std::uint32_t find(std::uint32_t x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  void join(std::uint32_t a, std::uint32_t b) { parent_[find(a)] = find(b); }

 private:
  std::vector<std::uint32_t> parent_;
};

/// Groups leaves within some hops of each other; returns a tree if the groups are disjoint for every number of hops.
std::optional<SwitchTree> tree_of_hops(const SwitchGraph& graph) {
  std::set<std::uint16_t> distances;
  for (const auto& hops : graph.hops) {
    for (const Vertex leaf : graph.leaves) distances.insert(hops[leaf]);
  }
  SwitchTree tree;
  for (const std::uint16_t within : distances) {
    std::vector<std::uint32_t> group(graph.leaves.size());
    for (std::uint32_t a = 0; a < group.size(); ++a) {
      while (graph.hops[a][graph.leaves[group[a]]] > within) ++group[a];
    }
    for (std::uint32_t a = 0; a < group.size(); ++a) {
      for (std::uint32_t b = 0; b < a; ++b) {
        if ((graph.hops[a][graph.leaves[b]] <= within) != (group[a] == group[b])) return std::nullopt;
      }
    }
    tree.group.push_back(std::move(group));
    tree.hops.push_back(within);
  }
  return tree;
}

/// Returns the hops of the useful switches from the nearest start, kNoLevel for other switches.
std::vector<std::uint16_t> hops_from(const SwitchGraph& graph, const std::vector<Vertex>& starts) {
  std::vector<std::uint16_t> level(graph.neighbours.size(), kNoLevel);
  std::vector<Vertex> reached = starts;
  for (const Vertex start : starts) level[start] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const Vertex next : graph.neighbours[reached[i]]) {
      if (!graph.useful[next] || level[next] != kNoLevel) continue;
      level[next] = static_cast<std::uint16_t>(level[reached[i]] + 1);
      reached.push_back(next);
    }
  }
  return level;
}

/// Returns the switches with the fewest hops to the nearest nine tenths of the hosts. They are the roots of a tree, and
/// a few hosts elsewhere do not change them.
std::vector<Vertex> roots(const SwitchGraph& graph) {
  const std::vector<std::size_t> weight = graph.hosts_of_leaves();
  const std::size_t wanted = graph.hosts.size() - graph.hosts.size() / kShareAbove;
  std::vector<Vertex> best;
  std::uint16_t fewest = kNoWay;
  std::vector<std::size_t> hosts_within;
  for (Vertex v = 0; v < graph.neighbours.size(); ++v) {
    if (!graph.useful[v]) continue;
    hosts_within.clear();
    for (std::size_t leaf = 0; leaf < graph.leaves.size(); ++leaf) {
      hosts_within.resize(std::max<std::size_t>(hosts_within.size(), graph.hops[leaf][v] + 1), 0);
      hosts_within[graph.hops[leaf][v]] += weight[leaf];
    }
    std::uint16_t radius = 0;
    for (std::size_t found = hosts_within[0]; found < wanted; found += hosts_within[radius]) ++radius;
    if (radius < fewest) fewest = radius, best.clear();
    if (radius == fewest) best.push_back(v);
  }
  return best;
}

/// Returns levels: 0 for the leaf farthest from the roots, rising towards them. Empty if a switch is farther still.
std::vector<std::uint16_t> levels_below_roots(const SwitchGraph& graph) {
  std::vector<std::uint16_t> level = hops_from(graph, roots(graph));
  std::uint16_t deepest = 0;
  for (const Vertex leaf : graph.leaves) deepest = std::max(deepest, level[leaf]);
  for (std::uint16_t& of_one : level) {
    if (of_one == kNoLevel) continue;
    if (of_one > deepest) return {};
    of_one = static_cast<std::uint16_t>(deepest - of_one);
  }
  return level;
}

bool is_one_group(const std::vector<std::uint32_t>& group) {
  return std::all_of(group.begin(), group.end(), [&](std::uint32_t number) { return number == group[0]; });
}

/// Returns the groups of leaves by level, joining each switch with those below that it has cables to. So the spines of
/// a fat tree, or of a pod, count as one switch. Empty if the leaves never become one group.
std::vector<std::vector<std::uint32_t>> grouped(const SwitchGraph& graph, const std::vector<std::uint16_t>& level) {
  std::uint16_t top = 0;
  std::vector<std::vector<Vertex>> on_level;
  for (Vertex v = 0; v < level.size(); ++v) {
    if (level[v] == kNoLevel) continue;
    top = std::max(top, level[v]);
    on_level.resize(top + std::size_t{1});
    on_level[level[v]].push_back(v);
  }
  Sets sets(level.size() + graph.leaves.size());  // a leaf above level l is alone there
  std::vector<std::vector<std::uint32_t>> group;
  for (std::uint16_t l = 0; l <= top; ++l) {
    for (const Vertex v : on_level[l]) {
      for (const Vertex below : graph.neighbours[v]) {
        if (level[below] != kNoLevel && level[below] + 1 == l) sets.join(v, below);
      }
    }
    group.emplace_back();
    for (std::uint32_t leaf = 0; leaf < graph.leaves.size(); ++leaf) {
      const bool is_there = level[graph.leaves[leaf]] <= l;
      group[l].push_back(sets.find(is_there ? graph.leaves[leaf] : static_cast<std::uint32_t>(level.size()) + leaf));
    }
    if (is_one_group(group[l])) return group;
  }
  return {};
}

/// Returns whether routes in the tree are as long as the shortest paths; for leaves above the lowest level, at least as
/// long.
bool agrees(const SwitchGraph& graph, const SwitchTree& tree, const std::vector<std::uint16_t>& level) {
  for (std::size_t a = 0; a < graph.leaves.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      std::size_t l = 0;
      while (tree.group[l][a] != tree.group[l][b]) ++l;
      const std::size_t hops = graph.hops[a][graph.leaves[b]];
      const bool lowest = level[graph.leaves[a]] == 0 && level[graph.leaves[b]] == 0;
      if (lowest ? 2 * l != hops : 2 * l < hops) return false;
    }
  }
  return true;
}

std::optional<SwitchTree> tree_of_levels(const SwitchGraph& graph, const std::vector<std::uint16_t>& level) {
  if (level.empty()) return std::nullopt;
  SwitchTree tree;
  tree.group = grouped(graph, level);
  if (tree.group.empty()) return std::nullopt;
  for (std::size_t l = 0; l < tree.group.size(); ++l) tree.hops.push_back(static_cast<std::uint16_t>(2 * l));
  for (const std::uint32_t leaf : graph.leaf_of_host) tree.hosts_above += level[graph.leaves[leaf]] > 0 ? 1 : 0;
  if (tree.hosts_above > graph.hosts.size() / kShareAbove || !agrees(graph, tree, level)) return std::nullopt;
  return tree;
}

}  // namespace

std::optional<SwitchTree> find_tree(const SwitchGraph& graph) {
  if (auto tree = tree_of_hops(graph)) return tree;
  return tree_of_levels(graph, levels_below_roots(graph));
}

}  // namespace topomorph::topology::infiniband
