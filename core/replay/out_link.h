// A link that passes one message after the other: that of a host into the network.
#pragma once

#include <algorithm>

#include "core/replay/link_sharing.h"

namespace topomorph::replay {

/// With a burst it is a token bucket: unused time gives credit, which passes at the rate of the burst.
class OutLink {
 public:
  double free() const { return free_; }  ///< time from which on it takes the next bytes

  /// Takes bytes at `time`, which is not before free(); returns when they have passed. `rate` is in bytes per second.
  double take(double time, double bytes, double rate, const Burst& burst) {
    level_ = std::max(level_, time - burst.bytes / rate) + bytes / rate;
    free_ = std::max(level_, burst.bytes > 0 ? time + bytes / std::max(burst.rate, rate) : 0);
    return free_;
  }

 private:
  double free_ = 0;
  double level_ = -1e300;  ///< when all bytes would have passed at the rate, begun with a full bucket before
};

}  // namespace topomorph::replay
