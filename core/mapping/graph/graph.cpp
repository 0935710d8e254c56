// Construction, restriction and contraction of the graphs of the mapping algorithms.
#include "core/mapping/graph/graph.h"

#include <algorithm>
#include <numeric>

#include "core/base/successive.h"
#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

namespace {

/// Returns by how many bits volumes must shrink. Edges kept at 1 although they shrink to 0 add at most 1 each.
int shift_of_volumes(const Affinity& affinity, Weight weight, EdgeWeight largest_sum) {
  unsigned __int128 sum = 0, pairs = 0;
  for_each_volume(affinity, weight, [&](Role, Role, std::uint64_t amount) { sum += amount, ++pairs; });
  int shift = 0;
  while (shift < 63 && (sum >> shift) + pairs > static_cast<unsigned __int128>(largest_sum)) ++shift;
  return sum + pairs <= static_cast<unsigned __int128>(largest_sum) ? 0 : shift;
}

/// Sorts each row and adds up edges to the same vertex.
void merge_rows(Graph& graph) {
  std::uint64_t out = 0;
  for (std::size_t v = 0; v < graph.vertices(); ++v) {
    const auto first = graph.edges.begin() + static_cast<std::ptrdiff_t>(graph.begin[v]);
    const auto last = graph.edges.begin() + static_cast<std::ptrdiff_t>(graph.begin[v + 1]);
    std::sort(first, last, [](const Edge& a, const Edge& b) { return a.to < b.to; });
    graph.begin[v] = out;
    for (auto edge = first; edge != last; ++edge) {
      if (out > graph.begin[v] && graph.edges[out - 1].to == edge->to) {
        graph.edges[out - 1].weight += edge->weight;
      } else {
        graph.edges[out++] = *edge;
      }
    }
  }
  graph.begin.back() = out;
  graph.edges.resize(out);
}

}  // namespace

std::int64_t Graph::total_size() const { return std::accumulate(size.begin(), size.end(), std::int64_t{0}); }

EdgeWeight Graph::weight_of(Vertex v) const {
  EdgeWeight sum = 0;
  for (const Edge& edge : row(v)) sum += edge.weight;
  return sum;
}

EdgeWeight Graph::heaviest() const {
  EdgeWeight most = 0;
  for (const Edge& edge : edges) most = std::max(most, edge.weight);
  return most;
}

void keep_heaviest(std::vector<Edge>& edges, std::size_t count) {
  if (edges.size() <= count) return;
  std::nth_element(edges.begin(), edges.begin() + static_cast<std::ptrdiff_t>(count), edges.end(), Edge::heavier);
  edges.resize(count);
}

Graph scaled_graph(const Affinity& affinity, Weight weight, std::size_t vertices, EdgeWeight largest_sum) {
  const int shift = shift_of_volumes(affinity, weight, largest_sum);
  Graph graph;
  graph.begin.assign(vertices + 1, 0);
  graph.size.assign(vertices, 1);
  for_each_volume(affinity, weight, [&](Role a, Role b, std::uint64_t) { ++graph.begin[a + 1], ++graph.begin[b + 1]; });
  std::partial_sum(graph.begin.begin(), graph.begin.end(), graph.begin.begin());
  graph.edges.resize(graph.begin.back());
  std::vector<std::uint64_t> next(graph.begin.begin(), graph.begin.end() - 1);
  for_each_volume(affinity, weight, [&](Role a, Role b, std::uint64_t amount) {
    const auto scaled = static_cast<EdgeWeight>(std::max<std::uint64_t>(amount >> shift, 1));
    graph.edges[next[a]++] = {static_cast<Vertex>(b), scaled};
    graph.edges[next[b]++] = {static_cast<Vertex>(a), scaled};
  });
  merge_rows(graph);
  return graph;
}

Graph graph_of_roles(const Problem& problem, EdgeWeight largest_sum) {
  return scaled_graph(problem.affinity, problem.options.weight, problem.roles(), largest_sum);
}

Graph heavy_part(const Graph& graph, EdgeWeight least) {
  Graph heavy;
  heavy.size = graph.size;
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    std::ranges::copy_if(graph.row(v), std::back_inserter(heavy.edges),
                         [least](const Edge& edge) { return edge.weight >= least; });
    heavy.begin.push_back(heavy.edges.size());
  }
  return heavy;
}

Graph induced(const Graph& graph, std::span<const Vertex> vertices, std::vector<Vertex>& scratch) {
  Graph part;
  part.begin.reserve(vertices.size() + 1);
  part.size.reserve(vertices.size());
  std::size_t edges = 0;  // upper bound
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    scratch[vertices[i]] = static_cast<Vertex>(i);
    edges += graph.row(vertices[i]).size();
  }
  part.edges.reserve(edges);
  for (const Vertex v : vertices) {
    for (const Edge& edge : graph.row(v)) {
      if (scratch[edge.to] != kNoVertex) part.edges.push_back({scratch[edge.to], edge.weight});
    }
    part.begin.push_back(part.edges.size());
    part.size.push_back(graph.size[v]);
  }
  for (const Vertex v : vertices) scratch[v] = kNoVertex;
  return part;
}

std::vector<Vertex> breadth_first_order(const Graph& graph) {
  std::vector<Vertex> order;
  order.reserve(graph.vertices());
  std::vector<char> seen(graph.vertices(), 0);
  for (Vertex first = 0; first < graph.vertices(); ++first) {
    if (seen[first]) continue;
    seen[first] = 1;
    order.push_back(first);
    for (std::size_t next = order.size() - 1; next < order.size(); ++next) {
      for (const Edge& edge : graph.row(order[next])) {
        if (!seen[edge.to]) seen[edge.to] = 1, order.push_back(edge.to);
      }
    }
  }
  return order;
}

Graph renumbered(const Graph& graph, std::span<const Vertex> order) {
  std::vector<Vertex> number(graph.vertices());
  for (std::size_t i = 0; i < order.size(); ++i) number[order[i]] = static_cast<Vertex>(i);
  Graph result;
  for (const Vertex v : order) {
    result.begin.push_back(result.begin.back() + graph.row(v).size());
    result.size.push_back(graph.size[v]);
  }
  result.edges.resize(graph.edges.size());
  std::vector<std::uint64_t> end(result.begin.begin(), result.begin.end() - 1);
  for (std::size_t i = 0; i < order.size(); ++i) {  // sources in ascending order leave all rows sorted
    for (const Edge& edge : graph.row(order[i])) {
      result.edges[end[number[edge.to]]++] = {static_cast<Vertex>(i), edge.weight};
    }
  }
  return result;
}

Graph contracted(const Graph& graph, std::span<const Vertex> group_of, std::size_t groups) {
  const auto first = interval_begins(groups, group_of, [](Vertex group) { return group; });
  std::vector<Vertex> members(group_of.size());
  std::vector<std::uint64_t> next(first.begin(), first.end() - 1);
  for (std::size_t v = 0; v < group_of.size(); ++v) members[next[group_of[v]]++] = static_cast<Vertex>(v);

  Graph result;
  result.begin.reserve(groups + 1);
  result.size.reserve(groups);
  result.edges.reserve(std::min(graph.edges.size(), 8 * groups));
  std::vector<std::uint64_t> place(groups, 0);  // edge to a group in this row, plus 1; stale up to the row's begin
  for (Vertex group = 0; group < groups; ++group) {
    const std::uint64_t row = result.edges.size();
    std::int64_t size = 0;
    EdgeWeight pull = 0;
    for (std::uint64_t i = first[group]; i < first[group + 1]; ++i) {
      if (!graph.pull.empty()) pull += graph.pull[members[i]];
      size += graph.size[members[i]];
      for (const Edge& edge : graph.row(members[i])) {
        const Vertex to = group_of[edge.to];
        if (to == group) continue;
        if (place[to] > row) {
          result.edges[place[to] - 1].weight += edge.weight;
        } else {
          result.edges.push_back({to, edge.weight});
          place[to] = result.edges.size();
        }
      }
    }
    result.begin.push_back(result.edges.size());
    result.size.push_back(size);
    if (!graph.pull.empty()) result.pull.push_back(pull);
  }
  return result;
}

Graph contracted(const Graph& graph, const ElementGroups& groups) {
  std::vector<Vertex> group_of(graph.vertices());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const Vertex element : groups[g]) group_of[element] = static_cast<Vertex>(g);
  }
  return contracted(graph, group_of, groups.size());
}

}  // namespace topomorph::mapping
