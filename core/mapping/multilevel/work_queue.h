// A queue of vertices whose surroundings have changed.
#pragma once

#include <deque>
#include <vector>

#include "core/base/deadline.h"
#include "core/mapping/multilevel/graph.h"

namespace topomorph::mapping {

/// First in, first out. A vertex that waits is not added a second time.
class WorkQueue {
 public:
  explicit WorkQueue(std::size_t vertices) : waiting_(vertices, 0) {}

  void push(Vertex v) {
    if (waiting_[v]) return;
    waiting_[v] = 1;
    queue_.push_back(v);
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
};

}  // namespace topomorph::mapping
