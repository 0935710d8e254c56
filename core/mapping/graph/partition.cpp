// Recursive bisection into several parts, then refinement between them.
#include "core/mapping/graph/partition.h"

#include <iterator>
#include <numeric>
#include <utility>

#include "core/base/successive.h"
#include "core/mapping/graph/part_refiner.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

namespace {

using PartSizes = std::span<const std::int64_t>;

/// A part of the graph that waits to be split.
struct Piece {
  Graph graph;
  std::vector<Vertex> vertices;  // numbers in the whole graph
  PartSizes capacities;
  Vertex first_part = 0;
  std::uint64_t seed = 0;
};

class Splitting {
 public:
  Splitting(const Graph& graph, PartitionContext& context)
      : whole_(graph), context_(context), tools_(context, graph.vertices()), part_(graph.vertices(), 0) {}

  /// Splits all pieces of one depth, then their halves.
  std::vector<Vertex> run(PartSizes capacities) {
    std::vector<Piece> pieces;
    pieces.push_back({{}, successive<Vertex>(whole_.vertices()), capacities, 0, context_.random.next()});
    while (!pieces.empty()) {
      std::vector<std::vector<Piece>> halves(pieces.size());
      tools_.for_each(pieces.size(), [&](std::size_t i, std::size_t worker) {
        halves[i] = split(pieces[i], worker);
        pieces[i] = {};
      });
      pieces.clear();
      for (auto& both : halves) std::move(both.begin(), both.end(), std::back_inserter(pieces));
    }
    return std::move(part_);
  }

 private:
  std::vector<Piece> split(Piece& piece, std::size_t worker) {
    if (piece.capacities.size() == 1 || piece.vertices.size() < 2) {
      for (const Vertex v : piece.vertices) part_[v] = piece.first_part;
      return {};
    }
    const Graph& graph = piece.vertices.size() == whole_.vertices() ? whole_ : piece.graph;
    const std::size_t middle = piece.capacities.size() / 2;
    const PartSizes half[2] = {piece.capacities.first(middle), piece.capacities.subspan(middle)};
    const SizeRange range =
        sizes_of_first(static_cast<std::int64_t>(graph.vertices()), sum_of(half[0]), sum_of(half[1]));
    Random random(piece.seed);
    const Bisection cut = bisect(graph, range.middle(), context_.effort, random, context_.deadline,
                                 tools_.context(worker).refiner, range.tolerance());
    std::vector<Piece> halves;
    for (int side = 0; side < 2; ++side) {
      std::vector<Vertex> local, global;
      for (Vertex v = 0; v < graph.vertices(); ++v) {
        if (cut.side[v] == side) local.push_back(v), global.push_back(piece.vertices[v]);
      }
      Graph inside = half[side].size() == 1 ? Graph{} : induced(graph, local, tools_.scratch(worker));
      halves.push_back({std::move(inside), std::move(global), half[side],
                        piece.first_part + static_cast<Vertex>(side == 0 ? 0 : middle), random.next()});
    }
    return halves;
  }

  const Graph& whole_;
  PartitionContext& context_;
  PartitionTools tools_;
  std::vector<Vertex> part_;
};

std::vector<Vertex> partition_quickly(const Graph& graph, PartSizes capacities, PartitionContext& context);

/// Partitions the graph from `start`; if that is empty, from recursive bisection.
std::vector<Vertex> partition_all(const Graph& graph, PartSizes capacities, PartitionContext& context,
                                  std::vector<Vertex> start) {
  std::vector<Vertex> part = start.empty() ? Splitting(graph, context).run(capacities) : std::move(start);
  if (capacities.size() > 2) {
    PartRefiner refiner(graph, capacities, context, partition_quickly, part);
    refiner.refine_pairs();
    if (context.effort.recuts > 0) {
      refiner.recut_clusters(static_cast<std::size_t>(context.effort.recuts) * capacities.size());
      refiner.refine_pairs();
    }
  }
  return part;
}

/// Does the same with the least effort, as one of many tries.
std::vector<Vertex> partition_quickly(const Graph& graph, PartSizes capacities, PartitionContext& context) {
  const Effort effort = std::exchange(context.effort, kPartition.recut);
  std::vector<Vertex> part = partition_all(graph, capacities, context, {});
  context.effort = effort;
  return part;
}

/// Puts vertices without edges where there is room.
void fill_up(const Graph& graph, std::vector<std::int64_t> room, std::vector<Vertex>& part) {
  Vertex free = 0;
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    if (!graph.row(v).empty()) --room[part[v]];
  }
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    if (!graph.row(v).empty()) continue;
    while (room[free] == 0) ++free;
    part[v] = free;
    --room[free];
  }
}

}  // namespace

std::vector<Vertex> partition(const Graph& graph, PartSizes capacities, PartitionContext& context,
                              std::span<const Vertex> start) {
  std::vector<Vertex> connected;
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    if (!graph.row(v).empty()) connected.push_back(v);
  }
  if (connected.size() == graph.vertices()) {
    return partition_all(graph, capacities, context, {start.begin(), start.end()});
  }
  std::vector<Vertex> part(graph.vertices(), 0), start_inside, scratch(graph.vertices(), kNoVertex);
  if (!connected.empty()) {
    if (!start.empty()) {
      for (const Vertex v : connected) start_inside.push_back(start[v]);
    }
    const Graph inside = induced(graph, connected, scratch);
    const std::vector<Vertex> parts = partition_all(inside, capacities, context, std::move(start_inside));
    for (std::size_t i = 0; i < connected.size(); ++i) part[connected[i]] = parts[i];
  }
  fill_up(graph, {capacities.begin(), capacities.end()}, part);
  return part;
}

}  // namespace topomorph::mapping
