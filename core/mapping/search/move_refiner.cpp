// Improves parts of many vertices by moving one vertex at a time, with gains in the tree's distances.
#include "core/mapping/search/move_refiner.h"

#include <algorithm>
#include <numeric>

#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

void MoveRefiner::prepare(const Graph& graph, const SlotTree& tree, Parts& parts) {
  graph_ = &graph;
  tree_ = &tree;
  parts_ = &parts;
  weight_to_.resize(std::max(weight_to_.size(), tree.slots()), 0);
  done_in_.assign(graph.vertices(), 0);
  hub_ = std::max(kCapacitated.least_hub,
                  kCapacitated.hubs_of_mean * graph.edges.size() / std::max<std::size_t>(graph.vertices(), 1));
  pass_ = 0;
}

/// Sums the weights from the vertex to each part around it. Call forget() after use.
void MoveRefiner::collect(Vertex v) {
  for (const Edge& edge : graph_->row(v)) {
    const Vertex part = parts_->of[edge.to];
    if (weight_to_[part] == 0) touched_.push_back(part);
    weight_to_[part] += edge.weight;
  }
}

void MoveRefiner::forget() {
  for (const Vertex part : touched_) weight_to_[part] = 0;
  touched_.clear();
}

/// Returns the cost of the collected vertex if it were in `part`.
EdgeWeight MoveRefiner::cost_at(Vertex part) const {
  EdgeWeight cost = 0;
  for (const Vertex other : touched_) cost += weight_to_[other] * tree_->distance(part, other);
  return cost;
}

MoveRefiner::Move MoveRefiner::best_move(Vertex v) {
  Move best;
  collect(v);
  const Vertex here = parts_->of[v];
  if (touched_.size() > 1 || (touched_.size() == 1 && touched_[0] != here)) {
    const EdgeWeight now = cost_at(here);
    if (touched_.size() > kCapacitated.parts_tried) {
      std::nth_element(
          touched_.begin(), touched_.begin() + kCapacitated.parts_tried, touched_.end(),
          [&](Vertex a, Vertex b) { return weight_to_[a] != weight_to_[b] ? weight_to_[a] > weight_to_[b] : a < b; });
    }
    const std::size_t candidates = std::min(touched_.size(), kCapacitated.parts_tried);
    for (std::size_t i = 0; i < candidates; ++i) {
      const Vertex to = touched_[i];
      if (to == here || !parts_->has_room(to, graph_->size[v])) continue;
      const EdgeWeight gain = now - cost_at(to);
      if (best.to == kNoVertex || gain > best.gain) best = {gain, to};
    }
  }
  forget();
  return best;
}

std::vector<Vertex> MoveRefiner::border(Random& random) {
  std::vector<Vertex> vertices;
  for (Vertex v = 0; v < graph_->vertices(); ++v) {
    const auto row = graph_->row(v);
    const Vertex here = parts_->of[v];
    if (std::any_of(row.begin(), row.end(), [&](const Edge& edge) { return parts_->of[edge.to] != here; })) {
      vertices.push_back(v);
    }
  }
  for (std::size_t i = vertices.size(); i > 1; --i) std::swap(vertices[i - 1], vertices[random.below(i)]);
  return vertices;
}

/// Makes the neighbours of a vertex that moved candidates. Leaves hubs to searches of their own: a look at a hub takes
/// as long as a look at a hundred others, and one neighbour matters little to it.
void MoveRefiner::wake_neighbours(Vertex v) {
  const auto row = graph_->row(v);
  for (const Edge& edge : row.first(std::min(row.size(), kCapacitated.woken_at_once))) {
    if (done_in_[edge.to] == pass_ || graph_->row(edge.to).size() > hub_) continue;
    const Move move = best_move(edge.to);
    if (heap_.contains(edge.to)) heap_.remove(edge.to);
    if (move.to != kNoVertex) heap_.push(edge.to, move.gain);
  }
}

void MoveRefiner::undo() {
  for (; !journal_.empty(); journal_.pop_back()) {
    const Undo& last = journal_.back();
    parts_->move(last.vertex, last.from, graph_->size[last.vertex]);
  }
}

EdgeWeight MoveRefiner::search_from(Vertex seed, std::size_t patience) {
  heap_.reset(graph_->vertices());
  const Move first = best_move(seed);
  if (first.to == kNoVertex || (patience == 1 && first.gain <= 0)) return 0;
  heap_.push(seed, first.gain);
  EdgeWeight sum = 0, best = 0;
  while (!heap_.empty() && journal_.size() < patience) {
    const Vertex v = heap_.top();
    heap_.remove(v);
    const Move move = best_move(v);  // room and neighbours may have changed since it was queued
    if (move.to == kNoVertex) continue;
    if (!heap_.empty() && move.gain < heap_.top_gain()) {
      heap_.push(v, move.gain);
      continue;
    }
    journal_.push_back({v, parts_->of[v]});
    parts_->move(v, move.to, graph_->size[v]);
    done_in_[v] = pass_;
    sum += move.gain;
    wake_neighbours(v);
    if (sum > best) {
      best = sum;
      journal_.clear();
    }
  }
  undo();
  return best;
}

EdgeWeight MoveRefiner::refine(const Graph& graph, const SlotTree& tree, Parts& parts, const MoveEffort& effort,
                               Random& random, const Deadline& deadline) {
  prepare(graph, tree, parts);
  EdgeWeight total = 0;
  for (int i = 0; i < effort.passes && !deadline.passed(); ++i) {
    ++pass_;
    const EdgeWeight gain = pass(effort, random);
    total += gain;
    if (gain == 0) break;
  }
  return total;
}

/// Begins long searches only at vertices that cost much: most borders are between near slots, and cost next to nothing.
EdgeWeight MoveRefiner::pass(const MoveEffort& effort, Random& random) {
  const std::vector<Vertex> vertices = border(random);
  std::vector<EdgeWeight> cost;
  for (const Vertex v : vertices) {
    collect(v);
    cost.push_back(cost_at(parts_->of[v]));
    forget();
  }
  const EdgeWeight mean = std::accumulate(cost.begin(), cost.end(), EdgeWeight{0}) /
                          static_cast<EdgeWeight>(std::max<std::size_t>(cost.size(), 1));
  EdgeWeight gain = 0;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (done_in_[vertices[i]] != pass_) gain += search_from(vertices[i], cost[i] >= mean ? effort.patience : 1);
  }
  return gain;
}

/// Returns the part with the most room in the smallest node around `part` that has room for `size`, or kNoVertex.
Vertex MoveRefiner::nearest_room(Vertex part, std::int64_t size) const {
  for (std::size_t level = 1; level <= tree_->tree().levels(); ++level) {
    const std::size_t node = tree_->tree().node_of(level, part);
    Vertex best = kNoVertex;
    std::int64_t most = size - 1;
    for (Slot other = tree_->tree().begin(level, node); other < tree_->tree().begin(level, node + 1); ++other) {
      const std::int64_t room = parts_->capacity[other] - parts_->load[other];
      if (other != part && room > most) {
        most = room;
        best = static_cast<Vertex>(other);
      }
    }
    if (best != kNoVertex) return best;
  }
  return kNoVertex;
}

/// Returns the cheapest move of a vertex that must leave its part.
MoveRefiner::Move MoveRefiner::cheapest_exit(Vertex v) {
  Move best = best_move(v);
  if (best.to != kNoVertex) return best;
  const Vertex to = nearest_room(parts_->of[v], graph_->size[v]);
  if (to == kNoVertex) return best;
  collect(v);
  best = {cost_at(parts_->of[v]) - cost_at(to), to};
  forget();
  return best;
}

void MoveRefiner::empty_part(Vertex part, const std::vector<Vertex>& members) {
  heap_.reset(graph_->vertices());
  for (const Vertex v : members) {
    if (const Move move = cheapest_exit(v); move.to != kNoVertex) heap_.push(v, move.gain);
  }
  while (!heap_.empty() && parts_->load[part] > parts_->capacity[part]) {
    const Vertex v = heap_.top();
    heap_.remove(v);
    const Move move = cheapest_exit(v);
    if (move.to == kNoVertex) continue;
    if (!heap_.empty() && move.gain < heap_.top_gain()) {
      heap_.push(v, move.gain);
    } else {
      parts_->move(v, move.to, graph_->size[v]);
    }
  }
}

void MoveRefiner::unload(const Graph& graph, const SlotTree& tree, Parts& parts) {
  prepare(graph, tree, parts);
  std::vector<std::vector<Vertex>> members(parts.load.size());
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    const Vertex part = parts.of[v];
    if (parts.load[part] > parts.capacity[part]) members[part].push_back(v);
  }
  for (Vertex part = 0; part < members.size(); ++part) {
    if (!members[part].empty()) empty_part(part, members[part]);
  }
}

}  // namespace topomorph::mapping
