// Checks the costs of a measured pair, which may come from a damaged file.
#include "core/formats/profile/sound_pair.h"

#include <cmath>

namespace topomorph::formats {
namespace {

bool is_count(double value) { return std::isfinite(value) && value >= 0; }

bool is_above_zero(double value) { return std::isfinite(value) && value > 0; }

}  // namespace

bool has_sound_costs(const ProfiledPair& pair) {
  const bool no_burst = pair.burst_bytes == 0 && pair.burst_bandwidth == 0;
  return is_above_zero(pair.latency) && is_above_zero(pair.bandwidth) &&
         (no_burst || (is_above_zero(pair.burst_bytes) && is_above_zero(pair.burst_bandwidth))) &&
         is_count(pair.send) && is_count(pair.receive) && is_count(pair.waiting);
}

}  // namespace topomorph::formats
