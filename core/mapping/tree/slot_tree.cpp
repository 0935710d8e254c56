// A tree with scaled distances, which of its nodes can exchange their contents, and pins, which need such exchanges.
#include "core/mapping/tree/slot_tree.h"

#include <algorithm>
#include <map>

namespace topomorph::mapping {
namespace {

/// Returns the first node of level l - 1 in each node of level l, and the number of nodes of level l - 1.
std::vector<std::size_t> first_children(const TreeTopology& tree, std::size_t l) {
  std::vector<std::size_t> first;
  for (const Slot slot : tree.level(l).begin) {
    if (l == 1) {
      first.push_back(slot);
    } else {
      const auto& below = tree.level(l - 1).begin;
      first.push_back(static_cast<std::size_t>(std::lower_bound(below.begin(), below.end(), slot) - below.begin()));
    }
  }
  return first;
}

}  // namespace

SlotTree::SlotTree(TreeTopology tree) : tree_(std::move(tree)), distance_{0} {
  const std::uint64_t largest = tree_.level(tree_.levels()).distance;
  const std::uint64_t divisor = largest / static_cast<std::uint64_t>(kLargestDistance) + 1;
  for (std::size_t l = 1; l <= tree_.levels(); ++l) {
    const std::uint64_t distance = tree_.level(l).distance;
    distance_.push_back(static_cast<EdgeWeight>(distance / divisor + (distance % divisor != 0 ? 1 : 0)));
  }
  find_shapes();
}

void SlotTree::find_shapes() {
  shape_.emplace_back(slots(), 0);
  for (std::size_t l = 1; l <= tree_.levels(); ++l) {
    const auto first = first_children(tree_, l);
    std::map<std::vector<Vertex>, Vertex> known;
    std::vector<Vertex> shapes;
    for (std::size_t node = 0; node + 1 < first.size(); ++node) {
      const auto& below = shape_[l - 1];
      std::vector<Vertex> children(below.begin() + static_cast<std::ptrdiff_t>(first[node]),
                                   below.begin() + static_cast<std::ptrdiff_t>(first[node + 1]));
      shapes.push_back(known.try_emplace(std::move(children), static_cast<Vertex>(known.size())).first->second);
    }
    shape_.push_back(std::move(shapes));
  }
}

SlotTree SlotTree::above(std::size_t level) const {
  const auto& nodes = tree_.level(level).begin;
  std::vector<TreeLevel> levels;
  for (std::size_t l = level + 1; l <= tree_.levels(); ++l) {
    TreeLevel upper{tree_.level(l).name, static_cast<std::uint64_t>(distance_[l]), {}};
    for (const Slot slot : tree_.level(l).begin) {
      upper.begin.push_back(static_cast<Slot>(std::lower_bound(nodes.begin(), nodes.end(), slot) - nodes.begin()));
    }
    levels.push_back(std::move(upper));
  }
  SlotTree result{TreeTopology(std::move(levels))};
  result.shape_[0] = shape_[level];
  return result;
}

EdgeWeight cost_on_tree(const Graph& graph, const SlotTree& tree, const std::vector<Vertex>& slot_of) {
  EdgeWeight cost = 0;
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    for (const Edge& edge : graph.row(v)) {
      if (v < edge.to) cost += edge.weight * tree.distance(slot_of[v], slot_of[edge.to]);
    }
  }
  return cost;
}

namespace {

/// Returns the node of a level (0: slots) that holds the slot.
std::size_t node_at(const SlotTree& tree, std::size_t level, Slot slot) {
  return level == 0 ? slot : tree.tree().node_of(level, slot);
}

bool holds_any(const SlotTree& tree, std::size_t level, std::size_t node, std::span<const Pin> pins) {
  for (const Pin& pin : pins) {
    if (node_at(tree, level, pin.slot) == node) return true;
  }
  return false;
}

void exchange_nodes(const SlotTree& tree, std::size_t level, std::size_t a, std::size_t b, Assignment& layout) {
  const Slot first_a = tree.begin(level, a), first_b = tree.begin(level, b);
  const Slot count = tree.begin(level, a + 1) - first_a;
  for (Slot i = 0; i < count; ++i) layout.swap(layout.vertex_on[first_a + i], layout.vertex_on[first_b + i]);
}

/// Works from the root's children down. The pins in `settled` must not move any more.
void bring(const SlotTree& tree, const Pin& pin, std::span<const Pin> settled, Assignment& layout) {
  for (std::size_t level = tree.tree().levels(); level-- > 0;) {
    const std::size_t here = node_at(tree, level, layout.slot_of[pin.vertex]);
    const std::size_t there = node_at(tree, level, pin.slot);
    if (here == there) continue;
    const bool alike = tree.shapes(level)[here] == tree.shapes(level)[there];
    if (!alike || holds_any(tree, level, here, settled) || holds_any(tree, level, there, settled)) {
      return layout.swap(pin.vertex, layout.vertex_on[pin.slot]);
    }
    exchange_nodes(tree, level, here, there, layout);
  }
}

}  // namespace

void apply_pins(const SlotTree& tree, std::span<const Pin> pins, Assignment& layout) {
  for (std::size_t i = 0; i < pins.size(); ++i) bring(tree, pins[i], pins.first(i), layout);
}

}  // namespace topomorph::mapping
