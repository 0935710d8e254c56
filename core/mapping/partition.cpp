// Recursive bisection into several parts, then pairwise refinement between them.
#include "core/mapping/partition.h"

#include <algorithm>
#include <numeric>

namespace topomorph {

namespace {

void split(const Graph& graph, std::span<const Vertex> vertices, std::span<const std::int64_t> sizes, Vertex first_part,
           PartitionContext& context, std::vector<Vertex>& part) {
  if (sizes.size() == 1) {
    for (const Vertex v : vertices) part[v] = first_part;
    return;
  }
  const std::size_t half = sizes.size() / 2;
  const std::int64_t target0 =
      std::accumulate(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(half), std::int64_t{0});
  const Bisection cut = bisect(graph, target0, context.effort, context.random, context.deadline, context.refiner);
  std::vector<Vertex> scratch(graph.vertices(), kNoVertex);
  for (int side = 0; side < 2; ++side) {
    std::vector<Vertex> local, global;
    for (Vertex v = 0; v < graph.vertices(); ++v) {
      if (cut.side[v] == side) local.push_back(v), global.push_back(vertices[v]);
    }
    const bool last = (side == 0 ? half : sizes.size() - half) == 1;
    split(last ? Graph{} : induced(graph, local, scratch), global, side == 0 ? sizes.first(half) : sizes.subspan(half),
          first_part + static_cast<Vertex>(side == 0 ? 0 : half), context, part);
  }
}

/// Refines pairs of parts, the ones with most weight between them first, until no pair improves.
class PairRefinement {
 public:
  PairRefinement(const Graph& graph, std::size_t parts, PartitionContext& context, std::vector<Vertex>& part)
      : graph_(graph), context_(context), part_(part), members_(parts), scratch_(graph.vertices(), kNoVertex) {
    for (Vertex v = 0; v < graph.vertices(); ++v) members_[part[v]].push_back(v);
  }

  void run() {
    std::vector<char> changed(members_.size(), 1);
    for (int round = 0; round < kRounds; ++round) {
      std::vector<char> changed_now(members_.size(), 0);
      for (const auto& [a, b] : adjacent_pairs()) {
        if ((!changed[a] && !changed[b]) || context_.deadline.passed()) continue;
        if (refine_pair(a, b)) changed_now[a] = changed_now[b] = 1;
      }
      changed = std::move(changed_now);
      if (std::find(changed.begin(), changed.end(), 1) == changed.end()) break;
    }
  }

 private:
  static constexpr int kRounds = 4;

  std::vector<std::pair<Vertex, Vertex>> adjacent_pairs() const {
    const Graph quotient = contracted(graph_, part_, members_.size());
    std::vector<std::pair<EdgeWeight, std::pair<Vertex, Vertex>>> weighted;
    for (Vertex a = 0; a < quotient.vertices(); ++a) {
      for (const Edge& edge : quotient.row(a)) {
        if (a < edge.to) weighted.push_back({-edge.weight, {a, edge.to}});
      }
    }
    std::sort(weighted.begin(), weighted.end());
    std::vector<std::pair<Vertex, Vertex>> pairs;
    for (const auto& [weight, pair] : weighted) pairs.push_back(pair);
    return pairs;
  }

  bool refine_pair(Vertex a, Vertex b) {
    std::vector<Vertex> vertices = members_[a];
    vertices.insert(vertices.end(), members_[b].begin(), members_[b].end());
    const Graph both = induced(graph_, vertices, scratch_);
    Bisection cut;
    cut.side.assign(vertices.size(), 1);
    std::fill_n(cut.side.begin(), members_[a].size(), std::uint8_t{0});
    cut.size0 = static_cast<std::int64_t>(members_[a].size());
    const EdgeWeight before = cut.cut = cut_of(both, cut.side);
    context_.refiner.refine(both, cut, cut.size0, 0, context_.effort.passes);
    if (cut.cut >= before) return false;
    members_[a].clear();
    members_[b].clear();
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      const Vertex now = cut.side[i] == 0 ? a : b;
      members_[now].push_back(vertices[i]);
      part_[vertices[i]] = now;
    }
    return true;
  }

  const Graph& graph_;
  PartitionContext& context_;
  std::vector<Vertex>& part_;
  std::vector<std::vector<Vertex>> members_;
  std::vector<Vertex> scratch_;
};

}  // namespace

std::vector<Vertex> partition(const Graph& graph, std::span<const std::int64_t> sizes, PartitionContext& context) {
  std::vector<Vertex> part(graph.vertices(), 0);
  if (sizes.size() == 1) return part;
  std::vector<Vertex> all(graph.vertices());
  std::iota(all.begin(), all.end(), Vertex{0});
  split(graph, all, sizes, 0, context, part);
  if (sizes.size() > 2) PairRefinement(graph, sizes.size(), context, part).run();
  return part;
}

}  // namespace topomorph
