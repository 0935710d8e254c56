// TopoMatch's two partitioners of a graph into parts of given sizes: greedy growth, and Scotch.
#include "core/mapping/baselines/topomatch_partition.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <queue>
#include <tuple>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/mapping/starts/scotch_mapper.h"

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
    const EdgeWeight cut = weight_between(graph, growth.parts());
    if (best.empty() || cut < least) {
      least = cut;
      best = growth.parts();
    }
  }
  return best;
}

namespace {

constexpr EdgeWeight kLargestScotchSum = std::numeric_limits<std::int32_t>::max();

class Balance {
 public:
  Balance(const Graph& graph, std::span<const std::size_t> sizes, std::vector<Vertex>& part)
      : graph_(graph), part_(part), members_(sizes.size()), pull_(sizes.size()), room_(sizes.begin(), sizes.end()) {
    for (Vertex v = 0; v < part.size(); ++v) members_[part[v]].push_back(v);
    for (std::size_t p = 0; p < room_.size(); ++p) room_[p] -= static_cast<std::int64_t>(members_[p].size());
  }

  void run() {
    for (Vertex p = 0; p < room_.size(); ++p) {
      while (room_[p] < 0) move_one_from(p);
    }
  }

 private:
  struct Move {
    EdgeWeight gain = 0;
    std::size_t member = 0;
    Vertex to = 0;
  };

  /// Returns the move to the part with room that pulls the member most; if none pulls it, to the first part with room.
  Move best_of(std::size_t member, Vertex from, Vertex first_with_room) {
    const Vertex v = members_[from][member];
    for (const Edge& edge : graph_.row(v)) pull_[part_[edge.to]] += edge.weight;
    Move move{pull_[first_with_room], member, first_with_room};
    for (const Edge& edge : graph_.row(v)) {
      const Vertex to = part_[edge.to];
      if (room_[to] > 0 && pull_[to] > move.gain) move = {pull_[to], member, to};
    }
    move.gain -= pull_[from];
    for (const Edge& edge : graph_.row(v)) pull_[part_[edge.to]] = 0;
    return move;
  }

  void move_one_from(Vertex from) {
    const auto room = std::find_if(room_.begin(), room_.end(), [](std::int64_t places) { return places > 0; });
    std::optional<Move> best;
    for (std::size_t member = 0; member < members_[from].size(); ++member) {
      const Move move = best_of(member, from, static_cast<Vertex>(room - room_.begin()));
      if (!best || move.gain > best->gain) best = move;
    }
    const Vertex v = members_[from][best->member];
    members_[from].erase(members_[from].begin() + static_cast<std::ptrdiff_t>(best->member));
    members_[best->to].push_back(v);
    part_[v] = best->to;
    ++room_[from], --room_[best->to];
  }

  const Graph& graph_;
  std::vector<Vertex>& part_;
  std::vector<std::vector<Vertex>> members_;
  std::vector<EdgeWeight> pull_;  // by part: its pull on one vertex; zero between moves
  std::vector<std::int64_t> room_;
};

/// Returns a complete graph with a vertex for each part that gets vertices, and lists these parts in `parts`.
std::string architecture_of(std::span<const std::size_t> sizes, std::vector<Vertex>& parts) {
  std::string weights;
  for (Vertex p = 0; p < sizes.size(); ++p) {
    if (sizes[p] == 0) continue;
    parts.push_back(p);
    weights += fmt::format(" {}", sizes[p]);
  }
  return fmt::format("cmpltw\n{}{}\n", parts.size(), weights);
}

}  // namespace

void balance_parts(const Graph& graph, std::span<const std::size_t> sizes, std::vector<Vertex>& part) {
  Balance(graph, sizes, part).run();
}

std::vector<Vertex> scotch_partition(const Graph& graph, std::span<const std::size_t> sizes, std::uint64_t seed,
                                     const Deadline& deadline) {
  std::vector<Vertex> parts;
  const std::string architecture = architecture_of(sizes, parts);
  std::vector<Vertex> part(graph.vertices(), parts.empty() ? 0 : parts.front());
  if (parts.size() < 2) return part;
  std::string why;
  const auto found =
      scotch_map(scotch_graph(graph, kLargestScotchSum, 0), architecture, "balance", seed, deadline, why);
  if (found.empty())
    throw InputError(fmt::format("the partition into {} parts by Scotch failed: {}", parts.size(), why));
  for (std::size_t v = 0; v < part.size(); ++v) part[v] = parts[std::min<std::size_t>(found[v], parts.size() - 1)];
  balance_parts(graph, sizes, part);
  return part;
}

}  // namespace topomorph::mapping
