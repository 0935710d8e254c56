// Coarsening: smaller graphs that keep the shape of a large one, by merging matched pairs of vertices.
#include "core/mapping/graph/coarsen.h"

namespace topomorph::mapping {

namespace {

class HeavyEdgeMatching {
 public:
  HeavyEdgeMatching(const Graph& graph, std::int64_t largest_size, Random& random)
      : graph_(graph), largest_size_(largest_size), random_(random), partner_(graph.vertices(), kNoVertex) {}

  void match_along_edges() {
    for (const Vertex v : random_.permutation<Vertex>(graph_.vertices())) {
      if (partner_[v] != kNoVertex) continue;
      if (const Vertex best = best_partner(v); best != kNoVertex) join(v, best);
    }
  }

  void match_over_neighbours() {
    std::vector<Vertex> waiting(graph_.vertices() + 1, kNoVertex);  // by heaviest neighbour; last: vertices without any
    for (Vertex v = 0; v < graph_.vertices(); ++v) {
      if (partner_[v] != kNoVertex) continue;
      Vertex& other = waiting[heaviest_neighbour(v)];
      if (other != kNoVertex && fits(v, other)) {
        join(v, other);
        other = kNoVertex;
      } else {
        other = v;
      }
    }
  }

  std::vector<Vertex> coarse_numbers(std::size_t& count) const {
    std::vector<Vertex> coarse_of(graph_.vertices(), kNoVertex);
    count = 0;
    for (Vertex v = 0; v < graph_.vertices(); ++v) {
      if (coarse_of[v] != kNoVertex) continue;
      coarse_of[v] = static_cast<Vertex>(count);
      if (partner_[v] != kNoVertex) coarse_of[partner_[v]] = static_cast<Vertex>(count);
      ++count;
    }
    return coarse_of;
  }

 private:
  bool fits(Vertex a, Vertex b) const { return graph_.size[a] + graph_.size[b] <= largest_size_; }

  void join(Vertex a, Vertex b) {
    partner_[a] = b;
    partner_[b] = a;
  }

  Vertex best_partner(Vertex v) {
    Vertex best = kNoVertex;
    double best_rating = 0;
    std::uint64_t equals = 1;
    for (const Edge& edge : graph_.row(v)) {
      if (partner_[edge.to] != kNoVertex || !fits(v, edge.to)) continue;
      const double rating = static_cast<double>(edge.weight) / static_cast<double>(graph_.size[edge.to]);
      equals = rating == best_rating ? equals + 1 : 1;
      if (rating > best_rating || (rating == best_rating && random_.below(equals) == 0)) {
        best = edge.to;
        best_rating = rating;
      }
    }
    return best;
  }

  std::size_t heaviest_neighbour(Vertex v) const {
    const Edge* best = nullptr;
    for (const Edge& edge : graph_.row(v)) {
      if (best == nullptr || edge.weight > best->weight) best = &edge;
    }
    return best == nullptr ? graph_.vertices() : best->to;
  }

  const Graph& graph_;
  std::int64_t largest_size_;
  Random& random_;
  std::vector<Vertex> partner_;
};

}  // namespace

CoarseGraph coarsen(const Graph& graph, std::int64_t largest_size, Random& random) {
  HeavyEdgeMatching matching(graph, largest_size, random);
  matching.match_along_edges();
  matching.match_over_neighbours();
  std::size_t count = 0;
  CoarseGraph result;
  result.coarse_of = matching.coarse_numbers(count);
  result.graph = contracted(graph, result.coarse_of, count);
  return result;
}

}  // namespace topomorph::mapping
