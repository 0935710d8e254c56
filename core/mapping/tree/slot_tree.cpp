// A tree with scaled distances, and which of its nodes can exchange their contents.
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

}  // namespace topomorph::mapping
