// Groups as lists of their elements, which the baselines build level by level.
#include "core/mapping/baselines/element_groups.h"

namespace topomorph::mapping {

Graph contracted(const Graph& graph, const ElementGroups& groups) {
  std::vector<Vertex> group_of(graph.vertices());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const Vertex element : groups[g]) group_of[element] = static_cast<Vertex>(g);
  }
  return contracted(graph, group_of, groups.size());
}

}  // namespace topomorph::mapping
