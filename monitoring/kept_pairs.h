// Which pairs a process tells of where it may not tell of all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

namespace topomorph::monitoring {

struct Volume {
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
};

/// By TrafficKey::packed().
using Volumes = std::map<std::uint64_t, Volume>;

/// Leaves the heaviest pairs, at most `most`, by bytes and then by messages; of the others is kept how much they have
/// together, in each phase, layer and direction, as traffic with everybody. Of equally heavy ones all stay or none.
/// Whether any had to go. Groups stay as they are.
bool kept_pairs(Volumes& volumes, std::size_t most);

}  // namespace topomorph::monitoring
