// The ranks of roles in the groups of a trace.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/successive.h"

namespace topomorph::replay {

class Groups {
 public:
  /// `groups` has the roles of each group by their rank, and must outlive this.
  explicit Groups(const std::vector<std::vector<std::uint32_t>>& groups) : members_(groups) {
    for (const auto& members : groups) {
      Group& group = groups_.emplace_back();
      group.ranks = successive<std::uint32_t>(members.size());
      if (members == group.ranks) {
        group.ranks = {};
        continue;
      }
      std::sort(group.ranks.begin(), group.ranks.end(), [&](auto a, auto b) { return members[a] < members[b]; });
      for (const std::uint32_t rank : group.ranks) group.roles.push_back(members[rank]);
    }
  }

  const std::vector<std::uint32_t>& members(std::uint32_t group) const { return members_[group]; }
  /// The role must be a member.
  std::uint32_t rank(std::uint32_t group, std::uint32_t role) const {
    const auto& [roles, ranks] = groups_[group];
    if (roles.empty()) return role;
    const auto place = std::lower_bound(roles.begin(), roles.end(), role) - roles.begin();
    return ranks[static_cast<std::size_t>(place)];
  }

 private:
  struct Group {
    std::vector<std::uint32_t> roles, ranks;  // ascending roles with their ranks; empty: rank r is role r
  };
  const std::vector<std::vector<std::uint32_t>>& members_;
  std::vector<Group> groups_;
};

}  // namespace topomorph::replay
