// Multilevel bisection into exact sizes.
#include "core/mapping/graph/bisection.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/mapping/graph/coarsen.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

namespace {

EdgeWeight pull_of(const Graph& graph, Vertex v) { return graph.pull.empty() ? 0 : graph.pull[v]; }

/// Grows side 0 to its size along the strongest connections. Begins with the vertex of the strongest pull to side 0, if
/// there are pulls. Takes a random vertex whenever no connection is left.
Bisection grow(const Graph& graph, std::int64_t target0, Random& random) {
  Bisection result;
  result.side.assign(graph.vertices(), 1);
  GainHeap frontier;
  frontier.reset(graph.vertices());
  if (!graph.pull.empty()) {
    const auto most = std::max_element(graph.pull.begin(), graph.pull.end());
    frontier.push(static_cast<Vertex>(most - graph.pull.begin()), *most);
  }
  const auto order = random.permutation<Vertex>(graph.vertices());
  for (std::size_t next = 0; result.size0 < target0;) {
    if (frontier.empty()) {
      while (result.side[order[next]] == 0) ++next;
      frontier.push(order[next], pull_of(graph, order[next]));
    }
    const Vertex v = frontier.top();
    frontier.remove(v);
    result.side[v] = 0;
    result.size0 += graph.size[v];
    for (const Edge& edge : graph.row(v)) {
      if (result.side[edge.to] == 0) continue;
      if (!frontier.contains(edge.to)) frontier.push(edge.to, pull_of(graph, edge.to));
      frontier.add(edge.to, edge.weight);
    }
  }
  result.cut = cut_of(graph, result.side);
  return result;
}

std::int64_t largest_vertex(const Graph& graph) { return *std::max_element(graph.size.begin(), graph.size.end()); }

/// Size that side 0 shall have, within a tolerance.
struct Target {
  std::int64_t size0 = 0;
  std::int64_t tolerance = 0;

  /// Returns the tolerance on a level: only the finest needs exact sizes; an excess of one vertex can be repaired
  /// below.
  std::int64_t tolerance_on(const Graph& graph) const { return std::max(tolerance, largest_vertex(graph) - 1); }
  /// Returns by how much the size misses the allowed range.
  std::int64_t excess(const Bisection& bisection, std::int64_t allowed) const {
    return std::max<std::int64_t>(std::abs(bisection.size0 - size0) - allowed, 0);
  }
};

/// Returns the best of some starts. Stops when the best is found again, since a better one is then unlikely.
Bisection start_on(const Graph& graph, const Target& target, const Effort& effort, Random& random, FmRefiner& refiner) {
  Bisection best;
  std::int64_t best_excess = 0;
  for (int i = 0, found = 0; i < effort.starts && found < kBisection.enough; ++i) {
    Bisection candidate = grow(graph, target.size0, random);
    refiner.refine(graph, candidate, target.size0, target.tolerance_on(graph), effort.passes);
    const std::int64_t excess = target.excess(candidate, target.tolerance_on(graph));
    if (i > 0 && (excess > best_excess || (excess == best_excess && candidate.cut > best.cut))) continue;
    found = i > 0 && excess == best_excess && candidate.cut == best.cut ? found + 1 : 1;
    best = std::move(candidate);
    best_excess = excess;
  }
  return best;
}

void project(const Graph& fine, const std::vector<Vertex>& coarse_of, Bisection& bisection) {
  std::vector<std::uint8_t> side(fine.vertices());
  for (Vertex v = 0; v < fine.vertices(); ++v) side[v] = bisection.side[coarse_of[v]];
  bisection.side = std::move(side);
}

Bisection cycle(const Graph& graph, const Target& target, const Effort& effort, Random& random, FmRefiner& refiner) {
  const std::int64_t largest =
      std::max<std::int64_t>(2, graph.total_size() * 3 / 2 / static_cast<std::int64_t>(kBisection.coarsest));
  std::vector<CoarseGraph> levels;
  const Graph* current = &graph;
  while (current->vertices() > kBisection.coarsest) {
    CoarseGraph next = coarsen(*current, largest, random);
    if (next.graph.vertices() * 20 > current->vertices() * 19) break;  // hardly shrinks any more
    levels.push_back(std::move(next));
    current = &levels.back().graph;
  }
  Bisection bisection = start_on(*current, target, effort, random, refiner);
  for (std::size_t l = levels.size(); l-- > 0;) {
    const Graph& finer = l > 0 ? levels[l - 1].graph : graph;
    project(finer, levels[l].coarse_of, bisection);
    refiner.refine(finer, bisection, target.size0, target.tolerance_on(finer), effort.passes);
  }
  return bisection;
}

Bisection deal_vertices(const Graph& graph, std::int64_t target0) {
  Bisection result;
  result.side.assign(graph.vertices(), 1);
  for (Vertex v = 0; v < graph.vertices() && result.size0 + graph.size[v] <= target0; ++v) {
    result.side[v] = 0;
    result.size0 += graph.size[v];
  }
  result.cut = cut_of(graph, result.side);
  return result;
}

}  // namespace

EdgeWeight cut_of(const Graph& graph, const std::vector<std::uint8_t>& side) {
  EdgeWeight against = 0;
  for (Vertex v = 0; v < graph.pull.size(); ++v) {
    against += std::max<EdgeWeight>(side[v] == 0 ? -graph.pull[v] : graph.pull[v], 0);
  }
  return weight_between(graph, side) + against;
}

Bisection bisect(const Graph& graph, std::int64_t target0, const Effort& effort, Random& random,
                 const Deadline& deadline, FmRefiner& refiner, std::int64_t tolerance) {
  const Target target{target0, tolerance};
  const std::int64_t allowed = target.tolerance_on(graph);
  std::optional<Bisection> best;
  if (effort.cycles > 1) best = deal_vertices(graph, target0);  // the numbers often follow the application's own order
  for (int i = 0, found = 0; i < effort.cycles && found < kBisection.enough && !deadline.passed(); ++i) {
    Bisection candidate = cycle(graph, target, effort, random, refiner);
    const auto rank = [&](const Bisection& cut) { return std::pair(target.excess(cut, allowed), cut.cut); };
    if (best && rank(candidate) > rank(*best)) continue;
    found = best && candidate.cut == best->cut ? found + 1 : 1;
    best = std::move(candidate);
    if (best->cut == 0 && target.excess(*best, allowed) == 0) break;
  }
  return best ? std::move(*best) : deal_vertices(graph, target0);
}

}  // namespace topomorph::mapping
