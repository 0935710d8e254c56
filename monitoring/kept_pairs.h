// Chooses the pairs that a process reports if it may not report all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

namespace topomorph::monitoring {

struct Volume {
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
};

/// Traffic by TrafficKey::packed().
using Volumes = std::map<std::uint64_t, Volume>;

/// Keeps the heaviest pairs, at most `most`, by bytes and then by messages. Of equally heavy pairs either all stay or
/// none. Adds up the others, for each phase, layer and direction, as traffic with everybody. Leaves groups as they are.
/// Returns whether any pair was removed.
bool kept_pairs(Volumes& volumes, std::size_t most);

}  // namespace topomorph::monitoring
