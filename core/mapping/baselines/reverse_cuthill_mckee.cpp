// Reverse Cuthill-McKee: roles in an order that keeps neighbours near each other, along a line of slots.
#include "core/mapping/baselines/reverse_cuthill_mckee.h"

#include <algorithm>
#include <tuple>

#include "core/base/successive.h"
#include "core/mapping/baselines/linear_order.h"

namespace topomorph::mapping {

namespace {

class CuthillMcKee {
 public:
  explicit CuthillMcKee(const Graph& graph) : graph_(graph), depth_(graph.vertices(), kNew) {}

  std::vector<Vertex> run() {
    auto by_degree = successive<Vertex>(graph_.vertices());
    std::stable_sort(by_degree.begin(), by_degree.end(), [&](Vertex a, Vertex b) { return degree(a) < degree(b); });
    std::vector<Vertex> order;
    for (const Vertex v : by_degree) {
      if (depth_[v] != kNew) continue;
      const std::vector<Vertex> component = search(far_from(v));
      order.insert(order.end(), component.begin(), component.end());
    }
    std::reverse(order.begin(), order.end());
    return order;
  }

 private:
  static constexpr std::uint32_t kNew = ~std::uint32_t{0};

  std::size_t degree(Vertex v) const { return graph_.row(v).size(); }

  /// Searches breadth-first; neighbours of one vertex come by degree. Marks all vertices that it finds.
  std::vector<Vertex> search(Vertex start) {
    std::vector<Vertex> found{start};
    depth_[start] = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto first = static_cast<std::ptrdiff_t>(found.size());
      for (const Edge& edge : graph_.row(found[i])) {
        if (depth_[edge.to] != kNew) continue;
        depth_[edge.to] = depth_[found[i]] + 1;
        found.push_back(edge.to);
      }
      std::sort(found.begin() + first, found.end(),
                [&](Vertex a, Vertex b) { return std::tuple(degree(a), a) < std::tuple(degree(b), b); });
    }
    return found;
  }

  /// Searches from v, then from the end of each search, as long as searches get deeper. Returns the start of the last
  /// one. Leaves no marks.
  Vertex far_from(Vertex v) {
    for (std::uint32_t depth = 0;;) {
      const std::vector<Vertex> found = search(v);
      const std::uint32_t deepest = depth_[found.back()];
      Vertex end = found.back();
      for (const Vertex each : found) {
        if (depth_[each] == deepest && degree(each) < degree(end)) end = each;
      }
      for (const Vertex each : found) depth_[each] = kNew;
      if (deepest <= depth) return v;
      depth = deepest;
      v = end;
    }
  }

  const Graph& graph_;
  std::vector<std::uint32_t> depth_;
};

}  // namespace

std::vector<Vertex> reverse_cuthill_mckee(const Graph& graph) { return CuthillMcKee(graph).run(); }

Mapping map_by_rcm(const Problem& problem) {
  const std::size_t roles = problem.affinity.roles();
  const std::vector<Slot> slots = linear_order(problem.topology);
  const Graph graph = graph_of_roles(problem, EdgeWeight{1} << 62);
  const std::vector<Vertex> order = reverse_cuthill_mckee(graph);
  Mapping mapping(roles);
  for (std::size_t i = 0; i < roles; ++i) mapping[order[i]] = slots[i];
  return mapping;
}

}  // namespace topomorph::mapping
