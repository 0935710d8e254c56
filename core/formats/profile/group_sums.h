// Adds up what the members of groups have with each other.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/affinity.h"

namespace topomorph::formats {

/// What a record says of itself is what each member has with all others together; outward and inward rows of a member
/// are added up: no judge and no mapper tells them apart.
class GroupSums {
 public:
  explicit GroupSums(std::uint64_t ranks) : ranks_(ranks) {}

  /// A group by its number, `members` as in wire/members.h. The same number twice: the first counts. Throws InputError,
  /// also where groups have more members together than any job's.
  void add_group(std::uint64_t number, std::string_view members);

  /// Members from rank `first` to rank `last`: each has `bytes` and `messages`. `direction` is "out" or "in". Throws
  /// InputError, for what does not fit 64 bits too.
  void add(std::uint64_t number, std::string_view direction, std::uint64_t first, std::uint64_t last,
           std::uint64_t bytes, std::uint64_t messages);

  /// Those that have any traffic, by number.
  std::vector<GroupTraffic> take();

 private:
  std::uint64_t ranks_, members_ = 0, additions_ = 0;
  std::map<std::uint64_t, GroupTraffic> groups_;
};

/// How many members all groups of a job may have together: a job that runs collectives over rows, columns and planes of
/// its ranks has a few times its ranks.
constexpr std::uint64_t most_group_members(std::uint64_t ranks) {
  constexpr std::uint64_t kAlways = std::uint64_t{1} << 20, kGroupsOfRank = 64;
  return kAlways + kGroupsOfRank * ranks;
}

}  // namespace topomorph::formats
