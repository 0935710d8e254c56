// A pool of threads that share the pieces of one task at a time.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace topomorph::inline base {

/// Returns the number of processors that this process may use, at most eight, so that several programs can share a
/// machine. A good number of threads where results do not depend on it.
unsigned usable_threads();

/// A fixed number of threads, the caller's included. They sleep between two calls of for_each.
class Workers {
 public:
  explicit Workers(unsigned threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  std::size_t count() const { return helpers_.size() + 1; }

  /// Calls work(i, worker) for each i below `count`, in any order. `worker` is below count(), and no two concurrent
  /// calls have the same one. Results that depend on i alone are the same for any number of threads. `work` must not
  /// throw and must not call for_each.
  void for_each(std::size_t count, const std::function<void(std::size_t i, std::size_t worker)>& work);

  /// Calls work(sum, i) for each i below `count`, and returns the sum of the sums of all blocks of kBlock numbers, in
  /// their order: the result is the same for any number of threads.
  template <class Sum, class Work>
  Sum sum(std::size_t count, const Sum& none, Work work) {
    std::vector<Sum> of_block((count + kBlock - 1) / kBlock, none);
    for_each(of_block.size(), [&](std::size_t block, std::size_t) {
      const std::size_t end = std::min(count, (block + 1) * kBlock);
      for (std::size_t i = block * kBlock; i < end; ++i) work(of_block[block], i);
    });
    Sum total = none;
    for (const Sum& some : of_block) total += some;
    return total;
  }

 private:
  static constexpr std::size_t kBlock = 1 << 16;

  void help(std::size_t worker);
  void run(std::size_t worker);

  std::vector<std::jthread> helpers_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  const std::function<void(std::size_t, std::size_t)>* work_ = nullptr;
  std::size_t count_ = 0, busy_ = 0;
  std::atomic<std::size_t> next_ = 0;
  std::uint64_t calls_ = 0;  // calls of for_each so far; a new one wakes the helpers
  bool end_ = false;
};

}  // namespace topomorph::inline base
