// Counts the members of a group that are in the same place, from which an all-to-all is evaluated without its pairs.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/model/affinity.h"

namespace topomorph::evaluation {

/// Returns, for each member of a group, how many members are in its place, itself included. place_of(role) is a role's
/// place.
template <typename PlaceOf>
std::vector<std::uint64_t> companions(const GroupTraffic& group, PlaceOf place_of) {
  std::unordered_map<std::uint64_t, std::uint64_t> in_place;
  for (const Role member : group.members) ++in_place[place_of(member)];
  std::vector<std::uint64_t> counts;
  counts.reserve(group.members.size());
  for (const Role member : group.members) counts.push_back(in_place[place_of(member)]);
  return counts;
}

/// Returns the part of `volumes` (per member, to all others together) that goes to the members counted in `there` and
/// not in `closer`. Rounded down.
inline std::uint64_t volume_between(const std::vector<std::uint64_t>& volumes, const std::vector<std::uint64_t>& closer,
                                    const std::vector<std::uint64_t>& there) {
  unsigned __int128 sum = 0;
  for (std::size_t i = 0; i < volumes.size(); ++i) {
    sum += static_cast<unsigned __int128>(volumes[i]) * (there[i] - closer[i]);
  }
  return static_cast<std::uint64_t>(sum / (volumes.size() - 1));
}

}  // namespace topomorph::evaluation
