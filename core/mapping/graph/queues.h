// Queues of vertices: by gain, which may change while they wait, and of those whose surroundings have changed.
#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "core/base/deadline.h"
#include "core/mapping/graph/graph.h"

namespace topomorph::mapping {

/// Binary heap, largest gain on top; every operation costs O(log n).
class GainHeap {
 public:
  /// Empties the heap, at the price of its content, and makes room for this number of vertices.
  void reset(std::size_t vertices) {
    for (const Item& item : heap_) place_[item.second] = kAbsent;
    heap_.clear();
    if (place_.size() < vertices) place_.resize(vertices, kAbsent);
  }
  bool empty() const { return heap_.empty(); }
  bool contains(Vertex v) const { return place_[v] != kAbsent; }
  Vertex top() const { return heap_.front().second; }
  EdgeWeight top_gain() const { return heap_.front().first; }

  void push(Vertex v, EdgeWeight gain) {
    heap_.emplace_back(gain, v);
    place_[v] = static_cast<std::uint32_t>(heap_.size() - 1);
    up(heap_.size() - 1);
  }
  void add(Vertex v, EdgeWeight change) {
    const std::size_t at = place_[v];
    heap_[at].first += change;
    change > 0 ? up(at) : down(at);
  }
  void remove(Vertex v) {
    const std::size_t at = place_[v];
    place_[v] = kAbsent;
    const auto last = heap_.back();
    heap_.pop_back();
    if (at == heap_.size()) return;
    put(at, last);
    up(at);
    down(place_[last.second]);
  }

 private:
  using Item = std::pair<EdgeWeight, Vertex>;
  static constexpr std::uint32_t kAbsent = ~std::uint32_t{0};

  void put(std::size_t at, Item item) {
    heap_[at] = item;
    place_[item.second] = static_cast<std::uint32_t>(at);
  }
  void up(std::size_t at) {
    const Item item = heap_[at];
    for (; at > 0 && heap_[(at - 1) / 2].first < item.first; at = (at - 1) / 2) put(at, heap_[(at - 1) / 2]);
    put(at, item);
  }
  void down(std::size_t at) {
    const Item item = heap_[at];
    for (std::size_t child = 2 * at + 1; child < heap_.size(); at = child, child = 2 * at + 1) {
      if (child + 1 < heap_.size() && heap_[child + 1].first > heap_[child].first) ++child;
      if (heap_[child].first <= item.first) break;
      put(at, heap_[child]);
    }
    put(at, item);
  }

  std::vector<Item> heap_;
  std::vector<std::uint32_t> place_;
};

/// First in, first out. A vertex that waits is not added a second time.
class WorkQueue {
 public:
  explicit WorkQueue(std::size_t vertices) : waiting_(vertices, 0), changes_(vertices, 0) {}

  void push(Vertex v) {
    if (waiting_[v]) return;
    waiting_[v] = 1;
    queue_.push_back(v);
  }

  /// Returns whether enough neighbours of the vertex have changed to look at it again: this takes time in proportion to
  /// its edges, so one with more than `edges_per_change` edges waits for more changes.
  bool notice_change(Vertex v, std::size_t edges, std::size_t edges_per_change) {
    if (++changes_[v] * edges_per_change < edges) return false;
    changes_[v] = 0;
    return true;
  }

  void clear() {
    for (const Vertex v : queue_) waiting_[v] = 0;
    queue_.clear();
  }

  /// Takes out vertices one after the other, also those that `improve` adds, until none waits or the deadline has
  /// passed (checked every 64 steps). Returns the sum of the gains of `improve`.
  template <class Improve>
  EdgeWeight drain(const Deadline& deadline, Improve improve) {
    EdgeWeight total = 0;
    for (std::uint64_t steps = 0; !queue_.empty() && (steps % 64 != 0 || !deadline.passed()); ++steps) {
      const Vertex v = queue_.front();
      queue_.pop_front();
      waiting_[v] = 0;
      total += improve(v);
    }
    return total;
  }

 private:
  std::deque<Vertex> queue_;
  std::vector<char> waiting_;
  std::vector<std::uint32_t> changes_;  // of the neighbours of each vertex, since they were enough
};

}  // namespace topomorph::mapping
