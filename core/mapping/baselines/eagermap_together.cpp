// EagerMap by several processes at once: the distributed version that [Cruz 2019, section 6] leaves as future work.
#include "core/mapping/baselines/eagermap_together.h"

#include <algorithm>
#include <utility>

#include "core/mapping/baselines/eagermap.h"

namespace topomorph::mapping {

namespace {

/// Finds the winners of all processes: the best of what each finds among its own elements.
template <typename Finder>
class NextMemberTogether {
 public:
  NextMemberTogether(Finder& own, const Partners& partners) : own_(own), partners_(partners) {}

  void begin_group() { own_.begin_group(); }
  Vertex next() {
    const NextMember winner = partners_.best(own_.best());
    if (winner.element != kNoVertex) own_.join(winner.element);
    return winner.element;
  }

 private:
  Finder& own_;
  const Partners& partners_;
};

template <typename Finder>
ElementGroups groups_with(Finder& own, const Partners& partners, std::size_t roles, std::size_t slots) {
  NextMemberTogether<Finder> winners(own, partners);
  return even_groups(winners, roles, slots);
}

ElementGroups groups_of_all(const Graph& toward_own, std::size_t slots, const Partners& partners, bool scan) {
  if (scan) {
    Workers alone(1);
    NextMemberScan own(toward_own, alone, partners.own);
    return groups_with(own, partners, toward_own.vertices(), slots);
  }
  NextMemberHeap own(toward_own, partners.own);
  return groups_with(own, partners, toward_own.vertices(), slots);
}

/// Returns the graph with these edges; of equal ones the sum counts.
Graph graph_of(std::vector<GroupEdge> edges, std::size_t groups) {
  const auto ends = [](const GroupEdge& edge) { return std::pair(edge.from, edge.to); };
  std::sort(edges.begin(), edges.end(), [&](const GroupEdge& a, const GroupEdge& b) { return ends(a) < ends(b); });
  Graph graph;
  auto edge = edges.begin();
  for (Vertex group = 0; group < groups; ++group) {
    for (; edge != edges.end() && edge->from == group; ++edge) {
      const bool again = graph.edges.size() > graph.begin.back() && graph.edges.back().to == edge->to;
      if (again) {
        graph.edges.back().weight += edge->weight;
      } else {
        graph.edges.push_back({edge->to, edge->weight});
      }
    }
    graph.begin.push_back(graph.edges.size());
    graph.size.push_back(1);
  }
  return graph;
}

/// Returns the graph of the groups (algorithm 4): each process adds up its edges, and all get the sum.
Graph contracted_by_all(const Graph& toward_own, const ElementGroups& groups, const Partners& partners) {
  const Graph part = contracted(toward_own, groups);
  std::vector<GroupEdge> edges;
  for (Vertex from = 0; from < part.vertices(); ++from) {
    for (const Edge& edge : part.row(from)) edges.push_back({from, edge.to, edge.weight});
  }
  return graph_of(partners.gather(edges), groups.size());
}

}  // namespace

Graph edges_toward(const Graph& graph, ElementRange own) {
  Graph part;
  part.size = graph.size;
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    for (const Edge& edge : graph.row(v)) {
      if (edge.to >= own.first && edge.to < own.end) part.edges.push_back(edge);
    }
    part.begin.push_back(part.edges.size());
  }
  return part;
}

Mapping map_by_eagermap_together(const Graph& toward_own, const TreeTopology& tree, const Partners& partners,
                                 bool scan) {
  ElementGroups groups = groups_of_all(toward_own, tree.slots(), partners, scan);
  Graph of_groups = contracted_by_all(toward_own, groups, partners);
  return eager_mapping_above(std::move(groups), std::move(of_groups), toward_own.vertices(), tree);
}

}  // namespace topomorph::mapping
