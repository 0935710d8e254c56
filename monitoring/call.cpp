// Adds the time of a call and decides which call is timed next.
#include "monitoring/call.h"

#include <algorithm>

namespace topomorph::monitoring {
namespace {

/// Calls that are timed one by one after a slow one.
constexpr std::uint32_t kPatience = 64;

/// Returns 1 to 256, by xorshift (Marsaglia 2003).
std::uint32_t random_interval(std::uint32_t& state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return 1 + (state & 255);
}

}  // namespace

constinit std::uint64_t Call::short_ticks = 0;

void Call::note_time() {
  const std::uint64_t end = Clock::now();
  const std::uint64_t elapsed = end > begin_ ? end - begin_ : 0;  // counters of two sockets may differ by some ticks
  // A slow call that happens to be timed must not stand for more time than has passed.
  const std::uint64_t since_last = end > counter_.last_timed ? end - counter_.last_timed : elapsed;
  add(counter_.ticks, std::max(elapsed, std::min(elapsed * counter_.interval, since_last)));
  counter_.last_timed = end;
  next_timed(elapsed < short_ticks);
}

void Call::next_timed(bool was_short) {
  if (!was_short) {
    counter_.patience = kPatience;
  } else if (counter_.patience > 0) {
    --counter_.patience;
  }
  counter_.interval = counter_.patience > 0 ? 1 : random_interval(counters_.random);
  counter_.timed_at = counter_.count.load(std::memory_order_relaxed) + counter_.interval - 1;
}

}  // namespace topomorph::monitoring
