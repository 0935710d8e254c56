// Repeated measurements of one pair: what is recorded of them, and which values they agree in.
#pragma once

#include <cstdint>

#include "core/base/network_value.h"
#include "core/measuring/pair.h"
#include "core/measuring/repeated.h"

namespace topomorph::measuring {

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
