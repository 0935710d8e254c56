// Choice of the next member of a growing group: the greedy step of EagerMap and its relatives.
#include "core/mapping/baselines/next_member.h"

#include <algorithm>

namespace topomorph::mapping {

NextMemberHeap::NextMemberHeap(const Graph& graph, ElementRange from)
    : graph_(graph), end_(from.end), volume_(graph.vertices()), chosen_(graph.vertices(), 1), free_(from.first) {
  std::fill(chosen_.begin() + from.first, chosen_.begin() + from.end, char{0});
}

void NextMemberHeap::begin_group() {
  for (const Vertex v : touched_) volume_[v] = 0;
  touched_.clear();
  queue_ = {};
}

Vertex NextMemberHeap::first_free() {
  while (free_ < end_ && chosen_[free_]) ++free_;
  return free_ < end_ ? free_ : kNoVertex;
}

NextMember NextMemberHeap::best() {
  while (!queue_.empty()) {
    const auto [volume, minus] = queue_.top();
    const auto v = static_cast<Vertex>(-minus);
    if (!chosen_[v] && volume_[v] == volume) return {volume, v};
    queue_.pop();  // chosen, or the queue has it again, with a larger volume
  }
  const Vertex free = first_free();
  return {free == kNoVertex ? -1 : 0, free};
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
  const Vertex winner = best().element;
  if (winner != kNoVertex) join(winner);
  return winner;
}

NextMemberScan::NextMemberScan(const Graph& graph, Workers& workers, std::size_t worth_threads)
    : NextMemberScan(graph, workers, {0, static_cast<Vertex>(graph.vertices())}, worth_threads) {}

NextMemberScan::NextMemberScan(const Graph& graph, Workers& workers, ElementRange from, std::size_t worth_threads)
    : graph_(graph),
      workers_(workers),
      from_(from),
      volume_(graph.vertices(), -1),
      best_(from.end - from.first < worth_threads ? 1 : workers.count()) {
  std::fill(volume_.begin() + from.first, volume_.begin() + from.end, EdgeWeight{0});
}

void NextMemberScan::begin_group() {
  for (const Vertex v : touched_) volume_[v] = std::min<EdgeWeight>(volume_[v], 0);
  touched_.clear();
}

NextMember NextMemberScan::best_of(std::size_t share) const {
  const std::size_t elements = from_.end - from_.first;
  const std::size_t first = from_.first + elements * share / best_.size();
  const std::size_t end = from_.first + elements * (share + 1) / best_.size();
  NextMember best;
  for (std::size_t v = first; v < end; ++v) {
    if (volume_[v] > best.volume) best = {volume_[v], static_cast<Vertex>(v)};
  }
  return best;
}

NextMember NextMemberScan::best() {
  workers_.for_each(best_.size(), [&](std::size_t share, std::size_t) { best_[share] = best_of(share); });
  NextMember best;
  for (const NextMember& one : best_) best = better(best, one);
  return best;
}

void NextMemberScan::join(Vertex v) {
  volume_[v] = -1;
  for (const Edge& edge : graph_.row(v)) {
    if (volume_[edge.to] < 0) continue;
    if (volume_[edge.to] == 0) touched_.push_back(edge.to);
    volume_[edge.to] += edge.weight;
  }
}

Vertex NextMemberScan::next() {
  const Vertex winner = best().element;
  if (winner != kNoVertex) join(winner);
  return winner;
}

}  // namespace topomorph::mapping
