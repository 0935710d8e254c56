// Adds up the traffic of the members of groups.
#include "core/formats/profile/group_sums.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/wire/members.h"

namespace topomorph::formats {
namespace {

/// 100 000 ranks in 4096 phases need half as many. A damaged file could ask for any number.
constexpr std::uint64_t kMostAdditions = std::uint64_t{1} << 30;

void add_to(std::uint64_t& sum, std::uint64_t more) {
  if (__builtin_add_overflow(sum, more, &sum)) {
    throw InputError("the traffic of a group adds up to more than 2^64 - 1");
  }
}

}  // namespace

void GroupSums::add_group(std::uint64_t number, std::string_view members) {
  GroupTraffic group{wire::members_of(members, ranks_)};
  members_ += group.members.size();
  if (members_ > most_group_members(ranks_)) {
    throw InputError("groups have more than " + std::to_string(most_group_members(ranks_)) + " members together");
  }
  groups_.emplace(number, std::move(group));
}

void GroupSums::add(std::uint64_t number, std::string_view direction, std::uint64_t first, std::uint64_t last,
                    std::uint64_t bytes, std::uint64_t messages) {
  const auto found = groups_.find(number);
  if (found == groups_.end()) throw InputError("traffic of a group " + std::to_string(number) + " that is not there");
  if (direction != "out" && direction != "in") {
    throw InputError("direction '" + std::string(direction) + "': expected out or in");
  }
  GroupTraffic& group = found->second;
  group.bytes.resize(group.members.size());
  group.messages.resize(group.members.size());
  const auto begin = std::lower_bound(group.members.begin(), group.members.end(), first);
  for (auto member = begin; member != group.members.end() && *member <= last; ++member) {
    if (++additions_ > kMostAdditions) throw InputError("rows of groups are about the same members again and again");
    add_to(group.bytes[static_cast<std::size_t>(member - group.members.begin())], bytes);
    add_to(group.messages[static_cast<std::size_t>(member - group.members.begin())], messages);
  }
}

std::vector<GroupTraffic> GroupSums::take() {
  std::vector<GroupTraffic> groups;
  for (auto& [number, group] : groups_) {
    if (!group.bytes.empty()) groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace topomorph::formats
