// The curve of the bytes that have arrived from a sender without pause: the rate of a link, and its burst.
#pragma once

#include <array>
#include <cstddef>

namespace topomorph::measuring {

/// Bytes that a link passes at a higher rate before its own holds (a token bucket); 0: none was seen.
struct BurstCost {
  double bytes = 0;
  double bandwidth = 0;  ///< bytes per second while there is credit
};

/// Needs no memory but its own. Arrivals beyond kMost are not kept.
class Arrivals {
 public:
  static constexpr std::size_t kMost = 1024;

  /// Notes that `bytes` have come in by `time`, in seconds. Times do not fall.
  void add(double time, std::size_t bytes);

  /// Returns the bytes a second after the first quarter of the time, when bursts and buffers are used up and the
  /// library has reached its speed; 0 if too little has arrived. The median of many slopes (as of Theil and Sen): a
  /// pause and what catches up after it do not count if one of them is outside.
  double rate() const;

  /// Returns by how much the beginning is ahead of rate(), if that is more than the grain of the messages and at least
  /// twice as fast.
  BurstCost burst() const;

 private:
  struct Arrival {
    double time;
    double sum;  ///< bytes so far, without the first message, whose beginning is unknown
  };
  /// Returns the bytes so far at a time, as if they flowed evenly between arrivals. There are two at the least.
  double sum_at(double time) const;

  std::array<Arrival, kMost> arrivals_;
  std::size_t count_ = 0;
  double first_ = 0;  ///< bytes of the first message
};

}  // namespace topomorph::measuring
