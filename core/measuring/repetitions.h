// Repeated measurements: which of several values in a row counts, what is recorded of a pair, and which values agree.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/base/network_value.h"
#include "core/measuring/pair.h"

namespace topomorph::measuring {

/// How far two measurements of a value may be apart. One of the two bounds is enough.
struct Tolerance {
  double factor = 1;
  double difference = 0;
};

/// Needs no memory but its own.
class Repeated {
 public:
  static constexpr std::size_t kMost = 4;

  /// Adds a measurement. Those beyond kMost are not kept.
  void add(double value);

  std::size_t count() const { return count_; }
  /// All are 0 without a measurement.
  double least() const { return count_ == 0 ? 0 : sorted_.front(); }
  double greatest() const { return count_ == 0 ? 0 : sorted_[count_ - 1]; }
  /// Of an even number the mean of the two in the middle.
  double median() const;

  /// Whether another measurement is as near to the least one, the greatest one or the median as `tolerance` allows. A
  /// single measurement is not confirmed.
  bool is_least_confirmed(Tolerance tolerance) const;
  bool is_greatest_confirmed(Tolerance tolerance) const;
  bool is_median_confirmed(Tolerance tolerance) const;

 private:
  bool is_near_next(std::size_t index, Tolerance tolerance) const;

  std::array<double, kMost> sorted_{};
  std::size_t count_ = 0;
};

/// What messages of the pair pass: the memory of a host, or links.
enum class Way { Memory, Links };

/// Needs no memory but its own.
class Repetitions {
 public:
  static constexpr std::size_t kLeast = 2;               ///< before which nothing can agree
  static constexpr std::size_t kMost = Repeated::kMost;  ///< after which a value that does not agree is doubtful

  void add(const PairCosts& costs);

  /// Latency and processor time are the least of the repetitions, because other work on the cores only adds to them.
  /// The rate of a copy in memory is the greatest for the same reason; that of links is the median, because a burst
  /// raises it and the traffic of others lowers it. Bursts are medians of the repetitions that saw one: a link that has
  /// just been busy has none.
  PairCosts costs(Way way) const;

  /// Returns a bit for each value but Waiting that no other repetition confirms. The rate of a burst is not judged: it
  /// is that of the processes just then, and of no link.
  std::uint32_t doubts(Way way) const;

 private:
  Repeated latency_, bandwidth_, send_, receive_, burst_bytes_, burst_bandwidth_;
};

/// Returns whether the parts of a core that several waits took confirm their median.
bool is_waiting_confirmed(const Repeated& parts);

}  // namespace topomorph::measuring
