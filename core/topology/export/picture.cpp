// Lists the nodes and links of a topology, for drawings and exports.
#include "core/topology/export/picture.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/model/tree.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::topology {

namespace {

constexpr std::uint64_t kMaxBlindSlots = 1024;  // of a topology that has only distances: all triples are compared
constexpr std::uint64_t kMaxLinks = 16 * kMaxPictureNodes;

/// The nodes of a topology's slots, and the nodes that are linked with the level above: the root of a tree, or all
/// slots of a part without a root.
struct Placed {
  std::vector<std::uint64_t> slots, tops;
};

class PictureOf {
 public:
  Placed add(const Topology& topology) {
    return visit_shape(
        topology, [&](const TreeTopology& tree) { return add_tree(tree); },
        [&](const GridTopology& grid) { return add_grid(grid); },
        [&](const RestrictedTopology& part) { return add_part(part); },
        [&](const ComposedTopology& composed) { return add_composed(composed); },
        [&](const DragonflyTopology& dragonfly) { return add_dragonfly(dragonfly); },
        [&](const GraphTopology& graph) { return add_graph(graph); },
        [&](const OpaqueTopology& opaque) { return add_by_distances(opaque); });
  }
  Picture take() { return std::move(picture_); }

 private:
  std::uint64_t node(std::string name, std::size_t level = 0, std::uint64_t distance = 0) {
    if (picture_.nodes.size() >= kMaxPictureNodes) {
      throw InputError(fmt::format("found a topology of more than {} nodes, expected a smaller one", kMaxPictureNodes));
    }
    picture_.nodes.push_back({std::move(name), std::nullopt, level, distance});
    return picture_.nodes.size() - 1;
  }
  void link(std::uint64_t a, std::uint64_t b, std::uint64_t cost) {
    if (picture_.links.size() >= kMaxLinks) {
      throw InputError(fmt::format("found more than {} links, expected fewer", kMaxLinks));
    }
    picture_.links.push_back({a, b, cost});
  }
  std::vector<std::uint64_t> nodes(std::uint64_t count) {
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t i = 0; i < count; ++i) numbers.push_back(node(fmt::format("slot {}", i)));
    return numbers;
  }

  Placed add_tree(const TreeTopology& tree) {
    const std::vector<std::uint64_t> slots = nodes(tree.slots());
    std::vector<std::uint64_t> below = slots, here;
    for (std::size_t l = 1; l <= tree.levels(); ++l, below = std::move(here)) {
      here.clear();
      for (std::size_t i = 0; i < tree.nodes(l); ++i) {
        here.push_back(node(fmt::format("{} {}", level_name(tree, l), i), l, tree.level(l).distance));
      }
      for (std::size_t child = 0; child < below.size(); ++child) {
        link(here[tree.node_of(l, tree.begin(l - 1, child))], below[child], 0);
      }
    }
    return {slots, below};
  }

  Placed add_grid(const GridTopology& grid) {
    std::vector<std::uint64_t> slots;
    for (Slot slot = 0; slot < grid.slots(); ++slot) slots.push_back(node(grid.name_of(slot)));
    for (Slot slot = 0; slot < grid.slots(); ++slot) {
      for (std::size_t d = 0; d < grid.dimensions().size(); ++d) {
        const auto& [size, wraps, cost] = grid.dimensions()[d];
        const std::uint64_t at = grid.coordinate(slot, d);
        if (at + 1 < size) link(slots[slot], slots[slot + grid.stride(d)], cost);
        if (at == 0 && wraps && size > 2) link(slots[slot], slots[slot + (size - 1) * grid.stride(d)], cost);
      }
    }
    return {slots, slots};
  }

  Placed add_part(const RestrictedTopology& part) {
    const Placed whole = add(part.whole());
    Placed placed{{}, whole.tops};
    for (const Slot slot : part.kept()) placed.slots.push_back(whole.slots[slot]);
    return placed;
  }

  Placed add_composed(const ComposedTopology& composed) {
    const Placed network = add(composed.network());
    Placed placed{{}, network.tops};
    for (std::size_t place = 0; place < network.slots.size(); ++place) {
      const std::uint64_t router = network.slots[place];
      if (composed.part(place).slots() == 1) {
        placed.slots.push_back(router);
        continue;
      }
      const Placed part = add(composed.part(place));
      placed.slots.insert(placed.slots.end(), part.slots.begin(), part.slots.end());
      for (const std::uint64_t top : part.tops) link(router, top, 0);
    }
    return placed;
  }

  Placed add_graph(const GraphTopology& topology) {
    const LinkGraph& graph = topology.graph();
    std::vector<std::uint64_t> vertices;
    for (std::uint64_t v = 0; v < graph.vertices(); ++v) vertices.push_back(node(fmt::format("vertex {}", v), 1));
    for (std::uint64_t v = 0; v < graph.vertices(); ++v) {
      for (const LinkGraph::End& end : graph.links_of(v)) {
        if (v < end.vertex) link(vertices[v], vertices[end.vertex], end.cost);
      }
    }
    Placed placed;
    for (Slot slot = 0; slot < topology.slots(); ++slot) {
      placed.slots.push_back(vertices[topology.vertex_of(slot)]);
      picture_.nodes[placed.slots.back()].level = 0;
    }
    placed.tops = placed.slots;
    return placed;
  }

  Placed add_dragonfly(const DragonflyTopology& dragonfly) {
    const DragonflyShape& shape = dragonfly.shape();
    const std::vector<std::uint64_t> slots = nodes(dragonfly.slots());
    std::vector<std::uint64_t> routers;
    for (std::uint64_t r = 0; r < shape.groups * shape.routers; ++r) {
      routers.push_back(node(fmt::format("router {}.{}", r / shape.routers, r % shape.routers), 1));
    }
    for (Slot slot = 0; slot < slots.size(); ++slot) {
      link(routers[dragonfly.router_of(slot)], slots[slot], shape.host_cost);
    }
    for (std::uint64_t r = 0; r < routers.size(); ++r) {
      for (std::uint64_t other = r + 1; other < (r / shape.routers + 1) * shape.routers; ++other) {
        link(routers[r], routers[other], shape.local_cost);
      }
    }
    for (std::uint64_t port = 0; shape.groups > 1 && port < (shape.groups - 1) * dragonfly.links_between_groups();
         ++port) {
      link_groups(dragonfly, port, routers);
    }
    return {slots, routers};
  }

  /// Adds the links that leave all groups by this port, each once, from the lower group.
  void link_groups(const DragonflyTopology& dragonfly, std::uint64_t port, const std::vector<std::uint64_t>& routers) {
    const DragonflyShape& shape = dragonfly.shape();
    const std::uint64_t ahead = port % (shape.groups - 1) + 1, bundle = port / (shape.groups - 1);
    const std::uint64_t back = bundle * (shape.groups - 1) + (shape.groups - ahead) - 1;
    for (std::uint64_t group = 0; group < shape.groups; ++group) {
      const std::uint64_t other = (group + ahead) % shape.groups;
      if (other < group) continue;
      link(routers[group * shape.routers + port / shape.global_links],
           routers[other * shape.routers + back / shape.global_links], shape.global_cost);
    }
  }

  Placed add_by_distances(const Topology& topology) {
    const std::uint64_t slots = topology.slots();
    if (slots > kMaxBlindSlots) {
      throw InputError(fmt::format("{}: found {} slots without any links, expected at most {}", topology.describe(),
                                   slots, kMaxBlindSlots));
    }
    const std::vector<std::uint64_t> numbers = nodes(slots);
    for (Slot a = 0; a < slots; ++a) {
      for (Slot b = a + 1; b < slots; ++b) {
        const std::uint64_t cost = topology.distance(a, b);
        bool direct = true;
        for (Slot c = 0; direct && c < slots; ++c) {
          direct = c == a || c == b || topology.distance(a, c) + topology.distance(c, b) > cost;
        }
        if (direct) link(numbers[a], numbers[b], cost);
      }
    }
    return {numbers, numbers};
  }

  Picture picture_;
};

/// The sizes of a picture, known before it is made; `tops` as in Placed.
struct PictureSize {
  std::uint64_t nodes = 0, links = 0, tops = 0;
  bool has_blind_part = false;  // a part of more than kMaxBlindSlots slots has only distances
};

PictureSize size_of_tree(const TreeTopology& tree) {
  PictureSize size{tree.slots(), 0, 1};
  for (std::size_t l = 1; l <= tree.levels(); ++l) size.nodes += tree.nodes(l);
  size.links = size.nodes - 1;
  return size;
}

PictureSize size_of_grid(const GridTopology& grid) {
  PictureSize size{grid.slots(), 0, grid.slots()};
  for (const auto& [length, wraps, cost] : grid.dimensions()) {
    size.links += grid.slots() / length * (length - 1 + (wraps && length > 2 ? 1 : 0));
  }
  return size;
}

PictureSize size_of_dragonfly(const DragonflyTopology& dragonfly) {
  const DragonflyShape& shape = dragonfly.shape();
  const std::uint64_t routers = shape.groups * shape.routers;
  return {dragonfly.slots() + routers,
          dragonfly.slots() + routers * (shape.routers - 1) / 2 +
              shape.groups * (shape.groups - 1) / 2 * dragonfly.links_between_groups(),
          routers};
}

PictureSize size_of_graph(const GraphTopology& topology) {
  const LinkGraph& graph = topology.graph();
  std::uint64_t ends = 0;
  for (std::uint64_t v = 0; v < graph.vertices(); ++v) ends += graph.links_of(v).size();
  return {graph.vertices(), ends / 2, topology.slots()};
}

PictureSize size_of(const Topology& topology);

PictureSize size_of_composed(const ComposedTopology& composed) {
  PictureSize size = size_of(composed.network());
  std::unordered_map<const Topology*, PictureSize> known;  // places share parts
  for (const auto& part : composed.parts()) {
    if (part->slots() == 1) continue;
    const auto [found, is_new] = known.try_emplace(part.get());
    if (is_new) found->second = size_of(*part);
    size.nodes += found->second.nodes;
    size.links += found->second.links + found->second.tops;
    size.has_blind_part = size.has_blind_part || found->second.has_blind_part;
  }
  return size;
}

PictureSize size_of(const Topology& topology) {
  return visit_shape(
      topology, [](const TreeTopology& tree) { return size_of_tree(tree); },
      [](const GridTopology& grid) { return size_of_grid(grid); },
      [](const RestrictedTopology& part) { return size_of(part.whole()); },
      [](const ComposedTopology& composed) { return size_of_composed(composed); },
      [](const DragonflyTopology& dragonfly) { return size_of_dragonfly(dragonfly); },
      [](const GraphTopology& graph) { return size_of_graph(graph); },
      [](const OpaqueTopology& opaque) {
        const std::uint64_t slots = opaque.slots();
        return PictureSize{slots, slots * (slots - 1) / 2, slots, slots > kMaxBlindSlots};
      });
}

/// Gives the names of hosts to the lowest nodes that hold exactly the slots of one host.
void name_hosts(const HostTable& hosts, const Placed& placed, Picture& picture) {
  std::vector<std::uint64_t> above(picture.nodes.size(), picture.nodes.size());
  for (const PictureLink& link : picture.links) {
    if (picture.nodes[link.a].level > picture.nodes[link.b].level) above[link.b] = link.a;
  }
  std::vector<std::uint64_t> slots_below(picture.nodes.size(), 0);
  for (std::uint64_t node : placed.slots) {
    for (; node < picture.nodes.size(); node = above[node]) ++slots_below[node];
  }
  for (std::size_t h = 0; h < hosts.names.size(); ++h) {
    const std::uint64_t size = hosts.begin[h + 1] - hosts.begin[h];
    if (size == 0) continue;
    std::uint64_t node = placed.slots[hosts.begin[h]];
    while (slots_below[node] < size && above[node] < picture.nodes.size()) node = above[node];
    if (slots_below[node] == size) picture.nodes[node].name = hosts.names[h];
  }
}

}  // namespace

bool has_picture(const Topology& topology) {
  const PictureSize size = size_of(topology);
  return !size.has_blind_part && size.nodes <= kMaxPictureNodes && size.links <= kMaxLinks;
}

Picture picture_of(const GivenTopology& given) {
  PictureOf builder;
  const Placed placed = builder.add(*given.topology);
  Picture picture = builder.take();
  for (Slot slot = 0; slot < placed.slots.size(); ++slot) picture.nodes[placed.slots[slot]].slot = slot;
  name_hosts(given.hosts, placed, picture);
  return picture;
}

}  // namespace topomorph::topology
