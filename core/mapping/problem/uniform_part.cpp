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
  for_each_volume(affinity, weight, [&](Role source, Role destination, std::uint64_t volume) {
    traffic.push_back({std::min(source, destination), std::max(source, destination), volume, volume});
  });
  return traffic;
}

}  // namespace

std::optional<Affinity> without_uniform_part(const Affinity& affinity, Weight weight) {
  const std::uint64_t roles = affinity.roles(), pairs = roles * (roles - 1) / 2;
  if (roles < 2 || affinity.entries() < pairs) return std::nullopt;
  const Affinity undirected = Affinity::from_traffic(roles, traffic_of_pairs(affinity, weight));
  if (undirected.entries() < pairs) return std::nullopt;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for_each_volume(undirected, weight, [&](Role, Role, std::uint64_t volume) { least = std::min(least, volume); });
  std::vector<Traffic> rest;
  for_each_volume(undirected, weight, [&](Role low, Role high, std::uint64_t volume) {
    if (volume > least) rest.push_back({low, high, volume - least, volume - least});
  });
  return Affinity::from_traffic(roles, std::move(rest));
}

}  // namespace topomorph::mapping
