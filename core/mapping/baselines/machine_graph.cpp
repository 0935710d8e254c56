// A whole machine as one graph: switches, routers, hosts, cores and the links between them.
#include "core/mapping/baselines/machine_graph.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/topology/export/picture.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::mapping {

namespace {

/// The graph of a machine, and the vertices that link it with its surroundings.
struct Part {
  MachineGraph graph;
  std::vector<std::uint64_t> tops;
};

/// Returns the graph of a shape that is not composed of others.
Part plain(const Topology& topology) {
  const topology::Picture picture =
      topology::picture_of({.topology = borrowed(topology), .hosts = {}, .routing = nullptr});
  Part part;
  part.graph.vertices = picture.nodes.size();
  part.graph.vertex_of.resize(topology.slots());
  std::size_t highest = 0;
  for (const topology::PictureNode& node : picture.nodes) highest = std::max(highest, node.level);
  for (std::uint64_t v = 0; v < picture.nodes.size(); ++v) {
    const topology::PictureNode& node = picture.nodes[v];
    if (node.slot) part.graph.vertex_of[*node.slot] = v;
    if (node.level == highest) part.tops.push_back(v);
  }
  for (const topology::PictureLink& link :
       picture.links) {  // a tree's links have no cost: the distances of their ends differ
    const std::uint64_t up = picture.nodes[link.a].distance - picture.nodes[link.b].distance;
    part.graph.links.push_back({link.a, link.b, std::max<std::uint64_t>(link.cost > 0 ? 2 * link.cost : up, 1)});
  }
  return part;
}

Part part_of(const Topology& topology);

/// Appends the other graph's vertices and links. Returns the number of its first vertex.
std::uint64_t append_graph(MachineGraph& graph, const MachineGraph& other) {
  const std::uint64_t first = graph.vertices;
  graph.vertices += other.vertices;
  for (const topology::LinkGraph::Link& link : other.links)
    graph.links.push_back({first + link.from, first + link.to, link.cost});
  return first;
}

Part composed_of(const topology::ComposedTopology& composed) {
  Part whole = part_of(composed.network());
  for (topology::LinkGraph::Link& link : whole.graph.links) link.cost *= composed.scale();
  const std::vector<std::uint64_t> routers = std::move(whole.graph.vertex_of);
  whole.graph.vertex_of.clear();
  std::map<const Topology*, Part> known;  // places share parts
  for (std::size_t place = 0; place < routers.size(); ++place) {
    const Topology& inside = composed.part(place);
    if (inside.slots() == 1) {
      whole.graph.vertex_of.push_back(routers[place]);
      continue;
    }
    auto found = known.find(&inside);
    if (found == known.end()) found = known.emplace(&inside, part_of(inside)).first;
    const Part& part = found->second;
    const std::uint64_t first = append_graph(whole.graph, part.graph);
    for (const std::uint64_t vertex : part.graph.vertex_of) whole.graph.vertex_of.push_back(first + vertex);
    for (const std::uint64_t top : part.tops) whole.graph.links.push_back({routers[place], first + top, 1});
  }
  return whole;
}

Part restricted_of(const topology::RestrictedTopology& restricted) {
  Part part = part_of(restricted.whole());
  std::vector<std::uint64_t> kept;
  for (const Slot slot : restricted.kept()) kept.push_back(part.graph.vertex_of[slot]);
  part.graph.vertex_of = std::move(kept);
  return part;
}

Part part_of(const Topology& topology) {
  return topology::visit_shape(
      topology, [](const topology::ComposedTopology& composed) { return composed_of(composed); },
      [](const topology::RestrictedTopology& restricted) { return restricted_of(restricted); },
      [](const topology::AnyOf<TreeTopology, topology::NetworkTopology> auto& shape) { return plain(shape); });
}

}  // namespace

bool has_machine_graph(const Topology& topology) {
  return topology::visit_shape(
      topology,
      [](const topology::ComposedTopology& composed) {
        std::set<const Topology*> seen;  // places share parts
        return has_machine_graph(composed.network()) &&
               std::all_of(composed.parts().begin(), composed.parts().end(), [&](const auto& part) {
                 return part->slots() == 1 || !seen.insert(part.get()).second || has_machine_graph(*part);
               });
      },
      [](const topology::RestrictedTopology& part) { return has_machine_graph(part.whole()); },
      [](const topology::AnyOf<TreeTopology, topology::NetworkTopology> auto& shape) {
        return topology::has_picture(shape);
      });
}

MachineGraph machine_graph(const Topology& topology) { return part_of(topology).graph; }

}  // namespace topomorph::mapping
