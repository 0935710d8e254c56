// Plans the drawing of a network.
#include "tools/report/network_plan.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include <fmt/format.h>

#include "core/base/successive.h"
#include "core/base/text.h"
#include "core/evaluation/prediction.h"
#include "core/model/tree.h"
#include "tools/report/host_traffic.h"

namespace topomorph::report {

namespace {

constexpr std::uint64_t kMostDirectedLinks = 200'000;
constexpr std::size_t kMostLinks = 7000, kMostNodes = 2048;  // more would be one black area

/// Collects the links that have nodes at both ends, and these nodes.
class PlanOfRoutes {
 public:
  PlanOfRoutes(const planning::JobSlots& job, const HostTable& hosts, const Routing& routing,
               const evaluation::LinkCost& unit)
      : job_(job), hosts_(hosts), routing_(routing) {
    for (Link link = 0; link < routing.links(); ++link) {
      if (const auto ends = routing.ends(link)) add(link, *ends, unit);
    }
  }

  /// Places the nodes: a lattice of up to three dimensions if all have coordinates, else a circle.
  NetworkPlan take() {
    find_slots();
    if (!lay_out_lattice()) lay_out_circle();
    return std::move(plan_);
  }
  bool fits() const { return plan_.links.size() <= kMostLinks && plan_.nodes.size() <= kMostNodes; }
  bool empty() const { return plan_.links.empty(); }

 private:
  void add(Link link, const LinkEnds& ends, const evaluation::LinkCost& unit) {
    const std::size_t a = node(ends.from), b = node(ends.to);
    const auto pair = std::minmax(a, b);
    const auto [found, fresh] = number_.try_emplace({pair.first, pair.second}, plan_.links.size());
    if (fresh) {
      plan_.links.push_back({pair.first, pair.second, unit.seconds(0, 1 / routing_.bandwidth(link))});
    }
    plan_.numbers.emplace_back(link, 2 * found->second + (a == pair.first ? 0 : 1));
  }

  std::size_t node(const LinkNode& node) {
    const auto [found, fresh] = node_.try_emplace(node.number, plan_.nodes.size());
    if (fresh) plan_.nodes.push_back({node.name, 0, 0, 0, 0});
    if (fresh) coordinates_.push_back(node.coordinates);
    return found->second;
  }

  /// Returns the node of a slot: where its messages come to the first link with two ends.
  std::optional<std::size_t> node_of(Slot slot) const {
    std::vector<Link> path;
    for (const Slot other : {Slot{0}, job_.topology->slots() - 1, job_.topology->slots() / 2}) {
      path.clear();
      routing_.route(slot, other, path);
      for (const Link link : path) {
        if (const auto ends = routing_.ends(link)) return node_.at(ends->from.number);
      }
    }
    return std::nullopt;
  }

  void find_slots() {
    std::map<std::size_t, std::set<std::size_t>> hosts_on;
    for (Slot slot = 0; slot < job_.topology->slots(); ++slot) {
      const auto found = node_of(slot);
      if (!found) continue;
      PlanNode& node = plan_.nodes[*found];
      node.first = node.slots++ == 0 ? slot : std::min(node.first, slot);
      hosts_on[*found].insert(host_at(hosts_, slot));
    }
    for (const auto& [node, hosts] : hosts_on) {
      if (hosts.size() == 1 && hosts_.names.size() > 1) host_of_[node] = hosts_.names[*hosts.begin()];
    }
  }

  bool lay_out_lattice() {
    std::vector<std::vector<std::uint64_t>> at = coordinates_;
    for (auto& coordinates : at) {
      if (coordinates.empty() || coordinates.size() > 3) return false;
      coordinates.resize(3, 0);
    }
    plan_.kind = NetworkPlan::Kind::Lattice;
    std::uint64_t width = 1, height = 1, planes = 1;
    for (const auto& place : at) {
      width = std::max(width, place[0] + 1), height = std::max(height, place[1] + 1);
      planes = std::max(planes, place[2] + 1);
    }
    const auto columns = static_cast<std::uint64_t>(
        std::ceil(std::sqrt(1.6 * static_cast<double>(planes * height) / static_cast<double>(width))));
    const std::uint64_t most = std::clamp<std::uint64_t>(columns, 1, planes), rows = (planes + most - 1) / most;
    const std::uint64_t row = (planes + rows - 1) / rows;  // rows of nearly equal length
    const auto corner = [&](std::uint64_t plane) {
      return std::pair((static_cast<double>(width) + 1.2) * static_cast<double>(plane % row),
                       (static_cast<double>(height) + 1.8) * static_cast<double>(plane / row) + (planes > 1 ? 0.7 : 0));
    };
    for (std::size_t i = 0; i < at.size(); ++i) {
      const auto [x, y] = corner(at[i][2]);
      plan_.nodes[i].x = static_cast<double>(at[i][0]) + x;
      plan_.nodes[i].y = static_cast<double>(at[i][1]) + y;
    }
    for (std::uint64_t plane = 0; planes > 1 && plane < planes; ++plane) {
      const auto [x, y] = corner(plane);
      plan_.captions.push_back({fmt::format("z = {}", plane), x - 0.4, y - 0.9, 0, 0});
    }
    for (PlanLink& link : plan_.links) make_stub(link, at[link.a], at[link.b]);
    if (planes > 1) plan_.note = "Short slanted lines lead to the next plane.";
    name_nodes();
    return true;
  }

  static void make_stub(PlanLink& link, const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
    for (std::size_t d = 0; d < 3; ++d) {
      if (a[d] == b[d]) continue;
      const bool neighbours = std::max(a[d], b[d]) - std::min(a[d], b[d]) == 1;
      if (d < 2 && neighbours) return;
      const double sign = (a[d] < b[d]) == neighbours ? 1 : -1;  // around the end: away from the other node
      link.stub_x = d == 1 ? 0 : sign * 0.36;
      link.stub_y = d == 1 ? sign * 0.42 : d == 2 ? sign * -0.36 : 0;
    }
  }

  /// Returns the nodes of the slots by number. A node without slot comes before the first one that it links to, round
  /// by round.
  std::vector<std::size_t> around() const {
    std::vector<double> key;
    for (const PlanNode& node : plan_.nodes) key.push_back(node.slots > 0 ? static_cast<double>(node.first) : 1e18);
    for (int round = 0; round < 4; ++round) {
      for (const PlanLink& link : plan_.links) {
        if (plan_.nodes[link.a].slots == 0) key[link.a] = std::min(key[link.a], key[link.b] - 0.5);
        if (plan_.nodes[link.b].slots == 0) key[link.b] = std::min(key[link.b], key[link.a] - 0.5);
      }
    }
    auto order = successive<std::size_t>(key.size());
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key[a] < key[b]; });
    return order;
  }

  void lay_out_circle() {
    plan_.kind = NetworkPlan::Kind::Circle;
    const std::vector<std::size_t> order = around();
    for (std::size_t i = 0; i < order.size(); ++i) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(order.size());
      plan_.nodes[order[i]].x = std::sin(angle);
      plan_.nodes[order[i]].y = -std::cos(angle);
    }
    name_nodes();
  }

  void name_nodes() {
    for (const auto& [node, host] : host_of_) {
      if (plan_.nodes[node].label != host)
        plan_.nodes[node].label = fmt::format("{} {}", host, plan_.nodes[node].label);
    }
  }

  const planning::JobSlots& job_;
  const HostTable& hosts_;
  const Routing& routing_;
  NetworkPlan plan_;
  std::map<std::uint64_t, std::size_t> node_;            // in the plan, by the number in the network
  std::vector<std::vector<std::uint64_t>> coordinates_;  // of the plan's nodes
  std::map<std::size_t, std::string> host_of_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> number_;
};

}  // namespace

std::optional<NetworkPlan> plan_network(const planning::JobSlots& job, const HostTable& hosts,
                                        const evaluation::CostOptions& cost, const Routing* routing, std::string& why) {
  if (const TreeTopology* tree = job.tree()) return plan_tree(*tree, job.host_level, hosts, cost.costs);
  if (routing == nullptr) {
    why = "The links of this network are not known.";
    return std::nullopt;
  }
  why = fmt::format("This network has {} links: too many to be told apart in a drawing.", routing->links());
  if (routing->links() > kMostDirectedLinks) return std::nullopt;
  PlanOfRoutes plan(job, hosts, *routing, evaluation::unit_link(*job.topology, cost));
  if (plan.empty()) why = "This network has no links between switches or hosts.";
  if (plan.empty() || !plan.fits()) return std::nullopt;
  why.clear();
  return plan.take();
}

std::vector<LinkBytes> loads_of_plan(const NetworkPlan& plan, const planning::JobSlots& job, const Affinity& affinity,
                                     const Mapping& mapping, const Routing* routing) {
  if (plan.kind == NetworkPlan::Kind::Tree) return loads_of_tree(plan, *job.tree(), affinity, mapping);
  std::vector<LinkBytes> loads(plan.links.size());
  const evaluation::LinkLoads all = evaluation::link_loads(affinity, *routing, mapping, routing->links());
  for (const evaluation::LinkLoad& load : all.busiest) {
    const auto found = std::lower_bound(plan.numbers.begin(), plan.numbers.end(), std::pair(load.link, std::size_t{0}));
    if (found == plan.numbers.end() || found->first != load.link) continue;
    LinkBytes& bytes = loads[found->second / 2];
    (found->second % 2 == 0 ? bytes.forth : bytes.back) += load.bytes;
  }
  return loads;
}

namespace {

constexpr std::size_t kMostNodesOfLevel = 600;  // of a level: two pixels each on a wide page

std::size_t lowest_drawn(const TreeTopology& tree) {
  std::size_t level = tree.levels();
  while (level > 0 && tree.nodes(level - 1) <= kMostNodesOfLevel) --level;
  return level;
}

std::string label_of(const TreeTopology& tree, std::size_t level, std::size_t node) {
  if (level == 0) return fmt::format("{}", node);
  const bool only = tree.nodes(level) == 1, named = !tree.level(level).name.empty();
  if (only) return named ? tree.level(level).name : "whole machine";
  return fmt::format("{} {}", named ? tree.level(level).name : fmt::format("level {}:", level), node);
}

/// Returns "the hosts" or "level 1".
std::string level_as_words(const TreeTopology& tree, std::size_t level) {
  const std::string& name = tree.level(level).name;
  return name.empty() ? fmt::format("level {}", level) : "the " + plural(name);
}

std::string note_of(const TreeTopology& tree, std::size_t lowest) {
  if (lowest == 0) return "";
  const bool slots = lowest == 1;
  const std::string what = slots ? "slots" : "parts of " + level_as_words(tree, lowest - 1);
  return fmt::format("The parts below {} are not drawn: there are {} {}.", level_as_words(tree, lowest),
                     tree.nodes(lowest - 1), what);
}

}  // namespace

NetworkPlan plan_tree(const TreeTopology& tree, std::size_t host_level, const HostTable& hosts,
                      const evaluation::TreeCosts& costs) {
  NetworkPlan plan;
  plan.lowest_level = lowest_drawn(tree);
  plan.note = note_of(tree, plan.lowest_level);
  const auto slots = static_cast<double>(tree.slots());
  std::size_t above = 0;  // index of the plan's first node on the level above
  for (std::size_t level = tree.levels() + 1; level-- > plan.lowest_level;) {
    const std::size_t first = plan.nodes.size();
    for (std::size_t node = 0; node < tree.nodes(level); ++node) {
      const Slot begin = tree.begin(level, node), end = tree.begin(level, node + 1);
      plan.nodes.push_back({level == host_level ? hosts.names[node] : label_of(tree, level, node),
                            static_cast<double>(begin + end) / (2 * slots), static_cast<double>(tree.levels() - level),
                            begin, end - begin});
      if (level == tree.levels()) continue;
      plan.links.push_back({plan.nodes.size() - 1, above + tree.node_of(level + 1, begin), 1 / costs.uplink(level)});
    }
    above = first;
  }
  return plan;
}

std::vector<LinkBytes> loads_of_tree(const NetworkPlan& plan, const TreeTopology& tree, const Affinity& affinity,
                                     const Mapping& mapping) {
  std::vector<LinkBytes> loads(plan.links.size());
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      const Slot from = mapping[source], to = mapping[entry.destination];
      const std::size_t meet = tree.lca_level(from, to);
      std::size_t begin = 0;  // of the links of this level; node 0 is the root, which has none
      for (std::size_t level = tree.levels(); level-- > plan.lowest_level;) {
        if (level < meet) {
          loads[begin + tree.node_of(level, from)].forth += entry.bytes;
          loads[begin + tree.node_of(level, to)].back += entry.bytes;
        }
        begin += tree.nodes(level);
      }
    }
  }
  return loads;
}

}  // namespace topomorph::report
