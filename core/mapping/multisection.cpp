// Top-down construction: the tree's root cuts the graph into its children's sizes, and so on down to the slots.
#include "core/mapping/multisection.h"

#include <algorithm>
#include <numeric>

namespace topomorph {

namespace {

class Multisection {
 public:
  Multisection(const SlotTree& tree, PartitionContext& context)
      : tree_(tree.tree()), context_(context), slot_of_(tree.slots()), scratch_(tree.slots(), kNoVertex) {}

  /// Places `vertices` (with the graph between them, numbered alike) on the node of this level.
  void place(std::size_t level, std::size_t node, const Graph& graph, const std::vector<Vertex>& vertices) {
    const Slot begin = tree_.level(level).begin[node], end = tree_.level(level).begin[node + 1];
    if (level == 1) {  // all slots here are equally far from each other
      for (std::size_t i = 0; i < vertices.size(); ++i) slot_of_[vertices[i]] = static_cast<Vertex>(begin + i);
      return;
    }
    const std::size_t first = tree_.node_of(level - 1, begin), last = tree_.node_of(level - 1, end - 1);
    std::vector<std::int64_t> sizes;
    for (std::size_t child = first; child <= last; ++child) {
      const auto& below = tree_.level(level - 1).begin;
      sizes.push_back(static_cast<std::int64_t>(below[child + 1] - below[child]));
    }
    if (sizes.size() == 1) return place(level - 1, first, graph, vertices);

    const std::vector<Vertex> part = partition(graph, sizes, context_);
    std::vector<std::vector<Vertex>> members(sizes.size());
    for (Vertex v = 0; v < graph.vertices(); ++v) members[part[v]].push_back(v);
    for (std::size_t child = 0; child < sizes.size(); ++child) {
      const Graph sub = induced(graph, members[child], scratch_);
      for (Vertex& v : members[child]) v = vertices[v];
      place(level - 1, first + child, sub, members[child]);
    }
  }

  Layout layout() && { return Layout(std::move(slot_of_)); }

 private:
  const TreeTopology& tree_;
  PartitionContext& context_;
  std::vector<Vertex> slot_of_;
  std::vector<Vertex> scratch_;
};

}  // namespace

Layout multisection(const Graph& graph, const SlotTree& tree, PartitionContext& context) {
  Multisection run(tree, context);
  std::vector<Vertex> all(graph.vertices());
  std::iota(all.begin(), all.end(), Vertex{0});
  run.place(tree.tree().levels(), 0, graph, all);
  return std::move(run).layout();
}

}  // namespace topomorph
