// The traffic that costs the same in every order: an all-to-all of all roles, on as many slots.
#include "core/mapping/problem/uniform_part.h"

#include <algorithm>
#include <limits>

namespace topomorph::mapping {

namespace {

/// Returns the traffic of each pair of roles that has some, from the lower role.
std::vector<Traffic> traffic_of_pairs(const Affinity& affinity, Weight weight) {
  std::vector<Traffic> traffic;
  traffic.reserve(affinity.entries());
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      const std::uint64_t volume = volume_of(entry, weight);
      if (volume == 0 || entry.destination == source) continue;
      const auto [low, high] = std::minmax(source, entry.destination);
      traffic.push_back({low, high, volume, volume});
    }
  }
  return traffic;
}

}  // namespace

std::optional<Affinity> without_uniform_part(const Affinity& affinity, Weight weight) {
  const std::uint64_t roles = affinity.roles(), pairs = roles * (roles - 1) / 2;
  if (roles < 2 || affinity.entries() < pairs) return std::nullopt;
  const Affinity undirected = Affinity::from_traffic(roles, traffic_of_pairs(affinity, weight));
  if (undirected.entries() < pairs) return std::nullopt;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (Role low = 0; low < roles; ++low) {
    for (const AffinityEntry& entry : undirected.row(low)) least = std::min(least, entry.bytes);
  }
  std::vector<Traffic> rest;
  for (Role low = 0; low < roles; ++low) {
    for (const AffinityEntry& entry : undirected.row(low)) {
      const std::uint64_t volume = entry.bytes - least;
      if (volume > 0) rest.push_back({low, entry.destination, volume, volume});
    }
  }
  return Affinity::from_traffic(roles, std::move(rest));
}

}  // namespace topomorph::mapping
