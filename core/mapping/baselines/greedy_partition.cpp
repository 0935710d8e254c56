// Greedy partition of a graph into parts of given sizes: the partitioner of TopoMatch without Scotch.
#include "core/mapping/baselines/greedy_partition.h"

#include <map>
#include <queue>
#include <tuple>

namespace topomorph::mapping {

namespace {

/// Pull of a part on a vertex.
struct Pull {
  EdgeWeight volume = 0;
  std::int64_t order = 0;  // minus the vertex: the first vertex wins a tie
  Vertex part = 0;
  bool operator<(const Pull& other) const {
    return std::tie(volume, order, part) < std::tie(other.volume, other.order, other.part);
  }
};

class Growth {
 public:
  Growth(const Graph& graph, std::span<const std::size_t> sizes)
      : graph_(graph), room_(sizes.begin(), sizes.end()), part_(graph.vertices(), kNoVertex), pull_(graph.vertices()) {}

  void give(Vertex v, Vertex part) {
    part_[v] = part;
    const bool pulls = --room_[part] > 0;
    for (const Edge& edge : graph_.row(v)) {
      if (!pulls || part_[edge.to] != kNoVertex) continue;
      const EdgeWeight volume = pull_[edge.to][part] += edge.weight;
      queue_.push({volume, -static_cast<std::int64_t>(edge.to), part});
    }
    pull_[v].clear();
  }

  void seed(Random& random) {
    for (Vertex part = 0; part < room_.size(); ++part) {
      if (room_[part] == 0) continue;
      Vertex v = static_cast<Vertex>(random.below(part_.size()));
      while (part_[v] != kNoVertex) v = static_cast<Vertex>((v + 1) % part_.size());
      give(v, part);
    }
  }

  void grow() {
    while (!queue_.empty()) {
      const Pull pull = queue_.top();
      queue_.pop();
      const auto v = static_cast<Vertex>(-pull.order);
      if (part_[v] == kNoVertex && room_[pull.part] > 0) give(v, pull.part);
    }
    fill();
  }

  const std::vector<Vertex>& parts() const { return part_; }

  EdgeWeight cut() const {
    EdgeWeight sum = 0;
    for (Vertex v = 0; v < part_.size(); ++v) {
      for (const Edge& edge : graph_.row(v)) sum += part_[v] != part_[edge.to] ? edge.weight : 0;
    }
    return sum;
  }

 private:
  /// Puts the vertices that no part pulls into the parts with room, in order.
  void fill() {
    Vertex part = 0;
    for (Vertex& of_vertex : part_) {
      if (of_vertex != kNoVertex) continue;
      while (room_[part] == 0) ++part;
      of_vertex = part;
      --room_[part];
    }
  }

  const Graph& graph_;
  std::vector<std::size_t> room_;
  std::vector<Vertex> part_;
  std::vector<std::map<Vertex, EdgeWeight>> pull_;  // by vertex without a part: the pull of each adjacent part
  std::priority_queue<Pull> queue_;
};

}  // namespace

std::vector<Vertex> greedy_partition(const Graph& graph, std::span<const std::size_t> sizes, int trials,
                                     Random& random) {
  std::vector<Vertex> best;
  EdgeWeight least = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Growth growth(graph, sizes);
    growth.seed(random);
    growth.grow();
    const EdgeWeight cut = growth.cut();
    if (best.empty() || cut < least) {
      least = cut;
      best = growth.parts();
    }
  }
  return best;
}

}  // namespace topomorph::mapping
