// Jobs that progress at one common rate: transfers of one route, or computations on the cores of one host.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/replay/timers.h"

namespace topomorph::replay {

/// All jobs get the same service a second, so their order of completion is fixed when they start: a heap by the service
/// at which each is done. A change of rate costs O(1), a job O(log jobs).
class SharedWork {
 public:
  std::uint32_t jobs() const { return static_cast<std::uint32_t>(heap_.size()); }
  double rate() const { return rate_; }
  double since() const { return since_; }  ///< time of the last settle()

  /// Accounts for the time up to `now`; returns what each job got since the last call.
  double settle(double now) {
    const double got = now > since_ ? rate_ * (now - since_) : 0;
    served_ += got;
    since_ = std::max(since_, now);
    return got;
  }
  /// The three below require settle(now) before.
  void set_rate(double rate) { rate_ = rate; }
  void add(double work, std::uint32_t job) {
    if (heap_.empty()) served_ = 0;  // keeps the sums small, and so exact
    heap_.push_back({served_ + work, static_cast<float>(work), job});
    std::push_heap(heap_.begin(), heap_.end(), later);
  }
  /// Returns when the first job is done; kNever without jobs.
  double next() const {
    if (heap_.empty() || rate_ <= 0) return kNever;
    return since_ + std::max(heap_[0].done - served_, 0.0) / rate_;
  }

  /// Removes the jobs that are done, the first one in any case: its time has come, whatever rounding says. Returns the
  /// work of the smallest.
  double finish(std::vector<std::uint32_t>& done) {
    double least = kNever;
    const double reached = std::max(served_, heap_[0].done) * (1 + 1e-12);
    served_ = std::max(served_, heap_[0].done);
    while (!heap_.empty() && heap_[0].done <= reached) {
      done.push_back(heap_[0].job);
      least = std::min(least, static_cast<double>(heap_[0].work));
      std::pop_heap(heap_.begin(), heap_.end(), later);
      heap_.pop_back();
    }
    return least;
  }

 private:
  struct Job {
    double done;
    float work;
    std::uint32_t job;
  };
  static bool later(const Job& a, const Job& b) { return a.done != b.done ? a.done > b.done : a.job > b.job; }

  std::vector<Job> heap_;
  double served_ = 0, since_ = 0, rate_ = 0;
};

}  // namespace topomorph::replay
