// Folds the steps of a process while they are recorded: repeated sequences become loops.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/trace/buffer.h"
#include "core/trace/trace.h"

namespace topomorph::trace {

/// Runs inside an application's process: no exceptions, no memory beyond the limit, and time O(1) for each step
/// (amortised; the cost of joining two iterations is that of their steps). Sequences are equal if their steps are
/// alike; processor times in a loop are the means of its iterations.
///
/// The end of the record is compared with what is in front of it, as in the compression of [Noeth 2009]: if the last w
/// items equal the body of the loop before them, that loop has one more iteration; if they equal the w items before
/// them, both become a loop of two. Items are steps or loops, so that loops nest. Where w items may repeat is looked up
/// by the hash of the last few items; prefix hashes compare sequences of any length in O(1), and the steps are
/// compared before they are joined.
class Folder {
 public:
  /// `most_bytes` bounds the memory of steps, items and index. While the arrays grow, their old form exists too: up to
  /// half as much again for a moment.
  explicit Folder(std::size_t most_bytes = std::size_t{1} << 20);

  /// Adds processor time, which belongs to the next step.
  void compute(double seconds) { pending_ += seconds; }
  /// Adds a step of any kind but Loop.
  void add(const Step& step);
  /// Records processor time after the last step. Call it once, at the end.
  void finish();

  std::span<const Step> steps() const { return {steps_.data(), steps_.size()}; }
  /// Returns the steps that were added, recorded or not.
  std::uint64_t seen() const { return seen_; }
  /// Returns whether the memory was too small: steps() has what came before.
  bool is_window() const { return window_; }
  std::size_t bytes() const;

 private:
  using Hash = std::uint64_t;
  /// A step or a loop outside of all loops.
  struct Item {
    std::uint32_t begin = 0;      // its first step
    std::uint32_t body = 0;       // of a loop: the number of items of its body; 0: a step
    std::uint32_t depth = 0;      // of nested loops
    std::uint32_t previous = 0;   // item + 1 with the same context, of the same bucket
    std::uint32_t last_loop = 0;  // item + 1 of the last loop up to this one
    Hash hash = 0;
    Hash body_hash = 0;
    Hash prefix = 0;   // of this and all items before
    Hash context = 0;  // of the last kContext items
  };
  static constexpr std::uint32_t kContext = 8;      // items that are compared by the index; shorter bodies are tried
  static constexpr std::uint32_t kCandidates = 16;  // sequences tried at most at each step
  static constexpr std::uint32_t kLoops = 16;       // loops in front of the end that may go on
  static constexpr std::size_t kBuckets = 1024;

  bool make_room();
  void push(Item item);
  void pop();
  Hash range(std::size_t begin, std::size_t end) const;
  Hash power(std::size_t exponent) const { return powers_[exponent]; }
  Hash loop_hash(Hash body, std::uint64_t count) const;
  std::uint32_t end_of(std::size_t item) const;
  bool fold();
  bool extend_loop();
  bool join_loops();
  bool make_loop();
  bool make_loop_of(std::uint32_t body);
  bool same_steps(std::uint32_t a, std::uint32_t b, std::uint32_t steps) const;
  void average(std::uint32_t into, std::uint32_t from, std::uint32_t steps, double weight, double more);
  void pop_items(std::size_t items);

  std::size_t most_bytes_;
  Buffer<Step> steps_;
  Buffer<Item> items_;
  Buffer<Hash> powers_;            // of the base, as many as there are items and one more
  Buffer<std::uint32_t> buckets_;  // item + 1; there is room from the first contexts on
  double pending_ = 0;
  std::uint64_t seen_ = 0;
  bool window_ = false;
};

}  // namespace topomorph::trace
