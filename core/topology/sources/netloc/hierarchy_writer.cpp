// Writes the hierarchical description of networks.
#include "core/topology/sources/netloc/hierarchy_writer.h"

#include <algorithm>
#include <array>

#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/model/topology.h"
#include "core/model/tree.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::topology {

namespace {

constexpr std::size_t kMaxLevels = 64;  // in one line; the reader accepts as many

/// A tree as part of a tree with equal children: the latter's arities and link costs from the lowest level up, and the
/// leaves that are slots.
struct RegularHull {
  std::vector<std::uint64_t> arities, costs;
  std::vector<Slot> leaf_of_slot;
};

/// Returns the index of the slot's child among the children of its node on level l.
std::uint64_t child_number(const TreeTopology& tree, std::size_t l, Slot slot) {
  const Slot first = tree.level(l).begin[tree.node_of(l, slot)];
  return tree.node_of(l - 1, slot) - tree.node_of(l - 1, first);
}

RegularHull hull_of(const TreeTopology& tree) {
  RegularHull hull{{}, {}, std::vector<Slot>(tree.slots(), 0)};
  std::uint64_t below = 0, size = 1;
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    const TreeLevel& level = tree.level(l);
    const std::uint64_t most = tree.most_children(l);
    if (most == 1) continue;  // no two slots meet there
    if (level.distance == below) {
      throw InputError(fmt::format(
          "{}: found a level no farther than the one below, expected a link that costs something", tree.describe()));
    }
    for (Slot slot = 0; slot < tree.slots(); ++slot) hull.leaf_of_slot[slot] += child_number(tree, l, slot) * size;
    hull.arities.push_back(most);
    hull.costs.push_back(level.distance - below);
    below = level.distance;
    if (most > kMaxSlots / size) throw InputError("found a tree too irregular to describe");
    size *= most;
  }
  if (hull.arities.size() > kMaxLevels) throw InputError("found a tree of too many levels to describe");
  return hull;
}

TreeTopology host_of(const TreeTopology& tree, std::size_t hosts, std::size_t host) {
  const auto& begin = tree.level(hosts).begin;
  const TreeTopology cut = tree.restricted_to(successive<Slot>(begin[host + 1] - begin[host], begin[host]));
  std::vector<TreeLevel> levels;
  for (std::size_t l = 1; l <= hosts; ++l) levels.push_back(cut.level(l));
  return TreeTopology(std::move(levels));
}

class HierarchyWriter {
 public:
  explicit HierarchyWriter(const HostTable& hosts) : hosts_(hosts) {}

  /// Writes a network with all that is in it, or a node. `first` is the topology's first slot in the whole.
  void write(const Topology& topology, Slot first = 0) {
    visit_shape(
        topology, [&](const ComposedTopology& composed) { write_composed(composed, first); },
        [&](const AnyOf<TreeTopology, RestrictedTopology, NetworkTopology> auto& other) { write_plain(other, first); });
  }

  std::string take() { return std::move(text_); }

 private:
  void write_composed(const ComposedTopology& composed, Slot first) {
    write_shape(composed.network(), composed.scale());
    for (const auto& part : composed.parts()) {
      write(*part, first);
      first += part->slots();
    }
  }

  void write_plain(const Topology& topology, Slot first) {
    const std::vector<Slot> begin = hosts_in(topology, first);
    if (begin.size() == 2) {
      write_node(topology);
    } else if (begin.size() == topology.slots() + 1) {
      write_shape(topology, 1);
      for (Slot slot = 0; slot < topology.slots(); ++slot) write_node(TreeTopology::regular(std::array{Slot{1}}));
    } else {
      write_hosts_of(tree_with(topology, begin), begin);
    }
  }

  /// Returns the first slots of the topology's hosts and the end of the last. Without a host table these are the nodes
  /// of the level "host", or else all slots as one host.
  std::vector<Slot> hosts_in(const Topology& topology, Slot first) const {
    const Slot end = first + topology.slots();
    if (!hosts_.begin.empty()) {
      auto slot = std::lower_bound(hosts_.begin.begin(), hosts_.begin.end(), first);
      std::vector<Slot> begin;
      for (; slot != hosts_.begin.end() && *slot <= end; ++slot) begin.push_back(*slot - first);
      if (begin.size() > 1 && begin.front() == 0 && begin.back() == topology.slots()) return begin;
      throw InputError(fmt::format("found hosts that are in several places of a network, such as {}",
                                   with_article(topology.describe())));
    }
    if (const TreeTopology* tree = as_tree(topology)) {
      for (std::size_t l = 1; l <= tree->levels(); ++l) {
        if (tree->level(l).name == "host") return tree->level(l).begin;
      }
    }
    return {0, topology.slots()};
  }

  static const TreeTopology& tree_with(const Topology& topology, const std::vector<Slot>& begin) {
    if (const TreeTopology* tree = as_tree(topology)) return *tree;
    throw InputError(fmt::format("found {} hosts in {}, expected a host for each slot, or a tree of hosts",
                                 begin.size() - 1, with_article(topology.describe())));
  }

  void write_hosts_of(const TreeTopology& tree, const std::vector<Slot>& begin) {
    const auto hosts = level_of_hosts(tree, begin);
    if (!hosts) {
      throw InputError(fmt::format("found {} hosts that are no level of a {}, expected a level of hosts",
                                   begin.size() - 1, tree.describe()));
    }
    write_shape(tree.above(*hosts), 1);
    for (std::size_t host = 0; host < tree.nodes(*hosts); ++host) write_node(host_of(tree, *hosts, host));
  }

  void write_node(const Topology& topology) {
    const bool named = nodes_ < hosts_.names.size();
    text_ += "node " + (named ? hosts_.names[nodes_] : fmt::format("host{}", nodes_)) + " ";
    ++nodes_;
    write_shape(topology, 1);
  }

  void write_shape(const Topology& topology, std::uint64_t scale) {
    const std::vector<Slot> in_use = visit_shape(
        topology,
        [&](const RestrictedTopology& part) {
          return write_whole(part.whole(), {part.kept().begin(), part.kept().end()}, scale, part);
        },
        [&](const AnyOf<TreeTopology, ComposedTopology, NetworkTopology> auto& whole) {
          return write_whole(whole, {}, scale, whole);
        });
    if (in_use.empty()) {
      text_ += " -1\n";
      return;
    }
    text_ += fmt::format(" {} {}\n", in_use.size(), fmt::join(in_use, " "));
  }

  /// Writes `whole` and returns the leaves in use, those of the slots `kept`. Empty means all, in both.
  std::vector<Slot> write_whole(const Topology& whole, std::vector<Slot> kept, std::uint64_t scale,
                                const Topology& asked_for) {
    return visit_shape(
        whole,
        [&](const GridTopology& grid) {
          write_grid(grid, scale);
          return kept;
        },
        [&](const TreeTopology& tree) { return write_tree(tree, kept, scale); },
        [&](const AnyOf<ComposedTopology, RestrictedTopology, NetworkTopology> auto&) -> std::vector<Slot> {
          throw InputError(
              fmt::format("found {}, expected meshes, tori and trees: nothing else has a hierarchical description",
                          with_article(asked_for.describe())));
        });
  }

  void write_grid(const GridTopology& grid, std::uint64_t scale) {
    const auto dimensions = grid.dimensions();
    const auto matters = [](const GridDimension& dimension) { return dimension.size > 2; };
    const auto wraps = [&](const GridDimension& dimension) { return matters(dimension) && dimension.wraps; };
    const auto ends = [&](const GridDimension& dimension) { return matters(dimension) && !dimension.wraps; };
    const bool torus = std::any_of(dimensions.begin(), dimensions.end(), wraps);
    if (torus && std::any_of(dimensions.begin(), dimensions.end(), ends)) {
      throw InputError(fmt::format("found a {}, expected a mesh or a torus", grid.describe()));
    }
    text_ += fmt::format("{} {}", torus ? "torus" : "mesh", dimensions.size());
    for (const GridDimension& dimension : dimensions)
      text_ += fmt::format(" {} {}", dimension.size, dimension.cost * scale);
  }

  /// Returns the leaves in use; empty: all.
  std::vector<Slot> write_tree(const TreeTopology& tree, std::vector<Slot> kept, std::uint64_t scale) {
    RegularHull hull = hull_of(tree);
    std::uint64_t leaves = 1;
    text_ += fmt::format("tree {}", std::max<std::size_t>(hull.arities.size(), 1));
    for (std::size_t l = hull.arities.size(); l-- > 0; leaves *= hull.arities[l]) {
      text_ += fmt::format(" {} {}", hull.arities[l], hull.costs[l] * scale);
    }
    if (hull.arities.empty()) text_ += " 1 1";  // a tree of one slot
    if (kept.empty()) return leaves == tree.slots() ? kept : std::move(hull.leaf_of_slot);
    for (Slot& slot : kept) slot = hull.leaf_of_slot[slot];
    return kept;
  }

  const HostTable& hosts_;
  std::size_t nodes_ = 0;
  std::string text_;
};

}  // namespace

std::string hierarchy_text(const GivenTopology& given) {
  HierarchyWriter writer(given.hosts);
  writer.write(*given.topology);
  return writer.take();
}

}  // namespace topomorph::topology
