// Whether roles that are bound to slots and parts of the machine all find room there.
#include "core/mapping/capacitated/part_room.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace topomorph::mapping {

namespace {

using EndOfRole = std::pair<Slot, Role>;  // where the role's slots end

/// In the order in which their slots begin.
std::vector<Role> bound_roles(std::span<const Interval> allowed, std::uint64_t slots) {
  std::vector<Role> roles;
  for (Role role = 0; role < allowed.size(); ++role) {
    if (allowed[role].end - allowed[role].begin < slots) roles.push_back(role);
  }
  std::stable_sort(roles.begin(), roles.end(), [&](Role a, Role b) { return allowed[a].begin < allowed[b].begin; });
  return roles;
}

}  // namespace

std::optional<Role> role_without_room(std::span<const Interval> allowed, std::uint64_t slots, std::uint64_t places) {
  const std::vector<Role> roles = bound_roles(allowed, slots);
  std::priority_queue<EndOfRole, std::vector<EndOfRole>, std::greater<>> waiting;
  Slot slot = 0;
  for (std::size_t next = 0; next < roles.size() || !waiting.empty(); ++slot) {
    if (waiting.empty()) slot = std::max(slot, allowed[roles[next]].begin);
    for (; next < roles.size() && allowed[roles[next]].begin <= slot; ++next) {
      waiting.emplace(allowed[roles[next]].end, roles[next]);
    }
    for (std::uint64_t place = 0; place < places && !waiting.empty(); ++place) {
      if (waiting.top().first <= slot) return waiting.top().second;
      waiting.pop();
    }
  }
  return std::nullopt;
}

}  // namespace topomorph::mapping
