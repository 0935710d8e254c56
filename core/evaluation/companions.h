// Who of a group is where the others are: what the judges need of an all-to-all in place of its pairs.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/model/affinity.h"

namespace topomorph::evaluation {

/// For each member of a group, how many members are in the same place, itself with them. `place_of(role)`.
template <typename PlaceOf>
std::vector<std::uint64_t> companions(const GroupTraffic& group, PlaceOf place_of) {
  std::unordered_map<std::uint64_t, std::uint64_t> in_place;
  for (const Role member : group.members) ++in_place[place_of(member)];
  std::vector<std::uint64_t> counts;
  counts.reserve(group.members.size());
  for (const Role member : group.members) counts.push_back(in_place[place_of(member)]);
  return counts;
}

/// Of `volumes` (one for each member, for all its others together), what goes to the companions in `there` that are not
/// among those in `closer`. Rounded down.
inline std::uint64_t volume_between(const std::vector<std::uint64_t>& volumes, const std::vector<std::uint64_t>& closer,
                                    const std::vector<std::uint64_t>& there) {
  unsigned __int128 sum = 0;
  for (std::size_t i = 0; i < volumes.size(); ++i) {
    sum += static_cast<unsigned __int128>(volumes[i]) * (there[i] - closer[i]);
  }
  return static_cast<std::uint64_t>(sum / (volumes.size() - 1));
}

}  // namespace topomorph::evaluation
