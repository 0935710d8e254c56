// Adds up the traffic of the members of groups.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/affinity.h"

namespace topomorph::formats {

/// Sums the traffic of each member with all others of its group. Outgoing and incoming rows are added, because neither
/// evaluation nor mapping distinguishes them.
class GroupSums {
 public:
  explicit GroupSums(std::uint64_t ranks) : ranks_(ranks) {}

  /// Adds a group by its number, with `members` as in wire/members.h. Of equal numbers the first counts. Throws
  /// InputError, also if the groups have more members together than any job's.
  void add_group(std::uint64_t number, std::string_view members);

  /// Adds `bytes` and `messages` to each member from rank `first` to rank `last`. `direction` is "out" or "in". Throws
  /// InputError, also if a sum does not fit 64 bits.
  void add(std::uint64_t number, std::string_view direction, std::uint64_t first, std::uint64_t last,
           std::uint64_t bytes, std::uint64_t messages);

  /// Returns the groups with traffic, ordered by number.
  std::vector<GroupTraffic> take();

 private:
  std::uint64_t ranks_, members_ = 0, additions_ = 0;
  std::map<std::uint64_t, GroupTraffic> groups_;
};

/// Returns how many members all groups of a job may have together. A job with collectives over rows, columns and planes
/// of its ranks has a few times its ranks.
constexpr std::uint64_t most_group_members(std::uint64_t ranks) {
  constexpr std::uint64_t kAlways = std::uint64_t{1} << 20, kGroupsOfRank = 64;
  return kAlways + kGroupsOfRank * ranks;
}

}  // namespace topomorph::formats
