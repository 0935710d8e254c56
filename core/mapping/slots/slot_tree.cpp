// A tree with scaled distances, which of its nodes can exchange their contents, and pins, which need such exchanges.
#include "core/mapping/slots/slot_tree.h"

#include <algorithm>
#include <map>

namespace topomorph::mapping {

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
    std::map<std::vector<Vertex>, Vertex> known;
    std::vector<Vertex> shapes;
    const auto below = shape_[l - 1].begin();
    for (std::size_t node = 0; node < tree_.nodes(l); ++node) {
      const auto [first, last] = tree_.children(l, node);
      std::vector<Vertex> children(below + static_cast<std::ptrdiff_t>(first),
                                   below + static_cast<std::ptrdiff_t>(last));
      shapes.push_back(known.try_emplace(std::move(children), static_cast<Vertex>(known.size())).first->second);
    }
    shape_.push_back(std::move(shapes));
  }
}

std::vector<Vertex> SlotTree::node_of_slots(std::size_t level) const {
  std::vector<Vertex> nodes;
  nodes.reserve(slots());
  for (std::size_t node = 0; node < tree_.nodes(level); ++node) {
    nodes.resize(tree_.begin(level, node + 1), static_cast<Vertex>(node));
  }
  return nodes;
}

std::size_t SlotTree::level_of_region(std::size_t most_slots) const {
  const auto fits = [&](std::size_t level) {
    for (std::size_t node = 0; node < tree_.nodes(level); ++node) {
      if (tree_.begin(level, node + 1) - tree_.begin(level, node) > most_slots) return false;
    }
    return true;
  };
  std::size_t level = 1;
  while (level < tree_.levels() && fits(level + 1)) ++level;
  return level;
}

SlotTree SlotTree::above(std::size_t level) const {
  SlotTree result(tree_.above(level));
  result.shape_[0] = shape_[level];
  return result;
}

bool is_regular(const SlotTree& tree) {
  for (std::size_t l = 0; l <= tree.tree().levels(); ++l) {
    const auto& shapes = tree.shapes(l);
    if (std::any_of(shapes.begin(), shapes.end(), [](Vertex shape) { return shape != 0; })) return false;
  }
  return true;
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

bool holds_any(const SlotTree& tree, std::size_t level, std::size_t node, std::span<const Pin> pins) {
  for (const Pin& pin : pins) {
    if (tree.tree().node_of(level, pin.slot) == node) return true;
  }
  return false;
}

void exchange_nodes(const SlotTree& tree, std::size_t level, std::size_t a, std::size_t b, Assignment& layout) {
  const Slot first_a = tree.tree().begin(level, a), first_b = tree.tree().begin(level, b);
  const Slot count = tree.tree().begin(level, a + 1) - first_a;
  for (Slot i = 0; i < count; ++i) layout.swap(layout.vertex_on[first_a + i], layout.vertex_on[first_b + i]);
}

/// Works from the root's children down. The pins in `settled` must not move any more.
void bring(const SlotTree& tree, const Pin& pin, std::span<const Pin> settled, Assignment& layout) {
  for (std::size_t level = tree.tree().levels(); level-- > 0;) {
    const std::size_t here = tree.tree().node_of(level, layout.slot_of[pin.vertex]);
    const std::size_t there = tree.tree().node_of(level, pin.slot);
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
