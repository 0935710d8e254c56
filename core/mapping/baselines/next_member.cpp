// Choice of the next member of a growing group: the greedy step of EagerMap and its relatives.
#include "core/mapping/baselines/next_member.h"

#include <algorithm>

namespace topomorph::mapping {

void NextMemberHeap::begin_group() {
  for (const Vertex v : touched_) volume_[v] = 0;
  touched_.clear();
  queue_ = {};
}

Vertex NextMemberHeap::first_free() {
  while (free_ < chosen_.size() && chosen_[free_]) ++free_;
  return free_ < chosen_.size() ? free_ : kNoVertex;
}

void NextMemberHeap::join(Vertex v) {
  chosen_[v] = 1;
  for (const Edge& edge : graph_.row(v)) {
    if (chosen_[edge.to]) continue;
    if (volume_[edge.to] == 0) touched_.push_back(edge.to);
    volume_[edge.to] += edge.weight;
    queue_.emplace(volume_[edge.to], -static_cast<std::int64_t>(edge.to));
  }
}

Vertex NextMemberHeap::next() {
  Vertex winner = kNoVertex;
  while (winner == kNoVertex && !queue_.empty()) {
    const auto [volume, minus] = queue_.top();
    const auto v = static_cast<Vertex>(-minus);
    queue_.pop();
    if (!chosen_[v] && volume_[v] == volume) winner = v;  // else the queue has it again, with a larger volume
  }
  if (winner == kNoVertex) winner = first_free();
  if (winner != kNoVertex) join(winner);
  return winner;
}

NextMemberScan::NextMemberScan(const Graph& graph, Workers& workers, std::size_t worth_threads)
    : graph_(graph),
      workers_(workers),
      volume_(graph.vertices()),
      best_(graph.vertices() < worth_threads ? 1 : workers.count()) {}

void NextMemberScan::begin_group() {
  for (const Vertex v : touched_) volume_[v] = std::min<EdgeWeight>(volume_[v], 0);
  touched_.clear();
}

NextMemberScan::Best NextMemberScan::best_of(std::size_t share) const {
  const std::size_t first = volume_.size() * share / best_.size(), end = volume_.size() * (share + 1) / best_.size();
  Best best;
  for (std::size_t v = first; v < end; ++v) {
    if (volume_[v] > best.volume) best = {volume_[v], static_cast<Vertex>(v)};
  }
  return best;
}

Vertex NextMemberScan::next() {
  workers_.for_each(best_.size(), [&](std::size_t share, std::size_t) { best_[share] = best_of(share); });
  Best best;
  for (const Best& one : best_) {
    if (one.volume > best.volume) best = one;
  }
  if (best.element == kNoVertex) return kNoVertex;
  volume_[best.element] = -1;
  for (const Edge& edge : graph_.row(best.element)) {
    if (volume_[edge.to] < 0) continue;
    if (volume_[edge.to] == 0) touched_.push_back(edge.to);
    volume_[edge.to] += edge.weight;
  }
  return best.element;
}

}  // namespace topomorph::mapping
