// Recursive bisection into several parts, then refinement between them.
#include "core/mapping/partition.h"

#include <numeric>

#include "core/mapping/part_refiner.h"

namespace topomorph {

namespace {

constexpr Effort kQuick = {.cycles = 1, .starts = 2, .passes = 4};

using Capacities = std::span<const std::int64_t>;

std::int64_t sum(Capacities capacities) {
  return std::accumulate(capacities.begin(), capacities.end(), std::int64_t{0});
}

class Splitting {
 public:
  Splitting(const Graph& graph, PartitionContext& context)
      : context_(context), part_(graph.vertices(), 0), scratch_(graph.vertices(), kNoVertex) {}

  /// `graph` is the one between `vertices`.
  void split(const Graph& graph, std::span<const Vertex> vertices, Capacities capacities, Vertex first_part) {
    if (capacities.size() == 1) {
      for (const Vertex v : vertices) part_[v] = first_part;
      return;
    }
    const Capacities half[2] = {capacities.first(capacities.size() / 2), capacities.subspan(capacities.size() / 2)};
    const SizeRange range = sizes_of_first(static_cast<std::int64_t>(vertices.size()), sum(half[0]), sum(half[1]));
    const Bisection cut = bisect(graph, range.middle(), context_.effort, context_.random, context_.deadline,
                                 context_.refiner, range.tolerance());
    for (int side = 0; side < 2; ++side) {
      std::vector<Vertex> local, global;
      for (Vertex v = 0; v < graph.vertices(); ++v) {
        if (cut.side[v] == side) local.push_back(v), global.push_back(vertices[v]);
      }
      split(half[side].size() == 1 ? Graph{} : induced(graph, local, scratch_), global, half[side],
            first_part + static_cast<Vertex>(side == 0 ? 0 : half[0].size()));
    }
  }

  std::vector<Vertex> part() && { return std::move(part_); }

 private:
  PartitionContext& context_;
  std::vector<Vertex> part_;
  std::vector<Vertex> scratch_;
};

/// All vertices have edges, or else they are too many to be left aside.
std::vector<Vertex> partition_connected(const Graph& graph, Capacities capacities, PartitionContext& context) {
  Splitting splitting(graph, context);
  std::vector<Vertex> all(graph.vertices());
  std::iota(all.begin(), all.end(), Vertex{0});
  splitting.split(graph, all, capacities, 0);
  std::vector<Vertex> part = std::move(splitting).part();
  if (capacities.size() > 2) {
    PartRefiner refiner(graph, capacities, context, part);
    refiner.refine_pairs();
    if (context.effort.recuts > 0) {
      refiner.recut_clusters(static_cast<std::size_t>(context.effort.recuts) * capacities.size());
      refiner.refine_pairs();
    }
  }
  return part;
}

}  // namespace

std::vector<Vertex> partition(const Graph& graph, Capacities capacities, PartitionContext& context) {
  std::vector<Vertex> part(graph.vertices(), 0), connected, scratch(graph.vertices(), kNoVertex);
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    if (!graph.row(v).empty()) connected.push_back(v);
  }
  std::vector<std::int64_t> room(capacities.begin(), capacities.end());
  if (connected.size() == graph.vertices()) return partition_connected(graph, capacities, context);
  if (!connected.empty()) {
    const std::vector<Vertex> parts = partition_connected(induced(graph, connected, scratch), capacities, context);
    for (std::size_t i = 0; i < connected.size(); ++i) --room[part[connected[i]] = parts[i]];
  }
  Vertex free = 0;
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    if (!graph.row(v).empty()) continue;
    while (room[free] == 0) ++free;
    part[v] = free;
    --room[free];
  }
  return part;
}

std::vector<Vertex> partition_quickly(const Graph& graph, Capacities capacities, PartitionContext& context) {
  const Effort effort = std::exchange(context.effort, kQuick);
  std::vector<Vertex> part = partition_connected(graph, capacities, context);
  context.effort = effort;
  return part;
}

}  // namespace topomorph
