// The traffic of groups in a profile: summed by member, and as rows that members with equal values share.
#include "core/formats/profile/group_rows.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/model/groups.h"
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

void GroupSums::add_members(std::uint64_t& sum, std::string_view members) const {
  sum += wire::number_of_members(members, ranks_);
  if (sum <= most_members_) return;
  throw InputError("found groups of more than " + std::to_string(most_members_) +
                   " members together, expected at most that of " + std::to_string(ranks_) + " ranks");
}

void GroupSums::count_group(std::string_view members) { add_members(counted_, members); }

void GroupSums::add_group(std::uint64_t number, std::string_view members) {
  add_members(members_, members);
  groups_.emplace(number, GroupTraffic{wire::members_of(members, ranks_)});
}

const GroupTraffic& GroupSums::group_of(std::uint64_t number) const {
  const auto found = groups_.find(number);
  if (found == groups_.end()) throw InputError("traffic of a group " + std::to_string(number) + " that is not there");
  return found->second;
}

std::uint64_t GroupSums::members_between(std::uint64_t number, std::uint64_t first, std::uint64_t last) const {
  const std::vector<std::uint64_t>& members = group_of(number).members;
  const auto begin = std::lower_bound(members.begin(), members.end(), first);
  const auto end = std::upper_bound(begin, members.end(), last);
  return static_cast<std::uint64_t>(end - begin);
}

void GroupSums::add(std::uint64_t number, std::string_view direction, std::uint64_t first, std::uint64_t last,
                    std::uint64_t bytes, std::uint64_t messages) {
  group_of(number);
  if (direction != "out" && direction != "in") {
    throw InputError("direction '" + std::string(direction) + "': expected out or in");
  }
  GroupTraffic& group = groups_.find(number)->second;
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

/// Returns the profile's number of a group. Groups beyond the readers' limit count as the first one, the job.
std::uint64_t GroupRows::number_of(const std::string& text, std::uint64_t ranks, std::uint64_t records) {
  if (const auto known = numbers_.find(text); known != numbers_.end()) return known->second;
  const std::uint64_t members = wire::number_of_members(text, ranks);
  std::uint64_t number = groups_.size();
  if (number > 0 && members_ + members > most_group_members(ranks, records)) {
    number = 0;
  } else {
    members_ += members;
    groups_.push_back({text, wire::members_of(text, ranks)});
  }
  return numbers_.emplace(text, number).first->second;
}

void GroupRows::groups(const std::vector<std::string>& lines, std::uint64_t ranks, std::uint64_t records) {
  for (const std::string& line : lines) of_process_.push_back(number_of(line, ranks, records));
}

void GroupRows::add(const std::string& phase, const wire::GroupTrafficRecord& row) {
  if (row.group >= of_process_.size()) {
    throw InputError("damaged record: group " + std::to_string(row.group) + " of " +
                     std::to_string(of_process_.size()));
  }
  const std::uint64_t number = of_process_[row.group];
  const auto& members = groups_[number].members;
  if (!std::binary_search(members.begin(), members.end(), row.member)) {
    throw InputError("damaged record: rank " + std::to_string(row.member) + " is not in its group");
  }
  said_[{phase, row.layer, number, row.inward != 0}].push_back({row.member, row.bytes, row.messages});
}

std::uint64_t GroupRows::pairs() const {
  std::uint64_t pairs = 0;
  for (const auto& [key, said] : said_) pairs += said.size() * (groups_[std::get<2>(key)].members.size() - 1);
  return pairs;
}

/// Sorts by member and adds up what one member says. The threads of an aborted process may write rows of their own.
std::vector<GroupRows::Said> GroupRows::in_order(std::vector<Said> said) const {
  std::stable_sort(said.begin(), said.end(), [](const Said& a, const Said& b) { return a.member < b.member; });
  std::vector<Said> merged;
  for (const Said& one : said) {
    if (!merged.empty() && merged.back().member == one.member) {
      merged.back().bytes += one.bytes, merged.back().messages += one.messages;
    } else {
      merged.push_back(one);
    }
  }
  return merged;
}

void GroupRows::expand(
    const std::function<void(const std::string& phase, wire::Layer layer, const Traffic& pair)>& row) const {
  for (const auto& [key, said] : said_) {
    const auto& [phase, layer, number, inward] = key;
    const auto& members = groups_[number].members;
    for (const Said& one : in_order(said)) {
      std::uint64_t index = 0;
      for (const std::uint64_t other : members) {
        if (other == one.member) continue;
        row(phase, layer,
            {inward ? other : one.member, inward ? one.member : other, even_share(one.bytes, members.size() - 1, index),
             even_share(one.messages, members.size() - 1, index)});
        ++index;
      }
    }
  }
}

std::uint64_t GroupRows::write(Database& database) const {
  Statement group(database, "INSERT INTO groups VALUES(?, ?)");
  for (std::uint64_t number = 0; number < groups_.size(); ++number) {
    group.bind(0, number).bind(1, groups_[number].text).execute();
  }
  std::uint64_t rows = 0;
  Statement row(database, "INSERT INTO group_traffic VALUES(?, ?, ?, ?, ?, ?, ?, ?)");
  for (const auto& [key, unordered] : said_) {
    const auto& [phase, layer, number, inward] = key;
    const auto& members = groups_[number].members;
    const std::vector<Said> said = in_order(unordered);
    for (std::size_t begin = 0, end = 0; begin < said.size(); begin = end, ++rows) {
      auto member = std::lower_bound(members.begin(), members.end(), said[begin].member);
      for (end = begin + 1; end < said.size() && ++member != members.end() && *member == said[end].member &&
                            said[end].bytes == said[begin].bytes && said[end].messages == said[begin].messages;) {
        ++end;
      }
      row.bind(0, phase).bind(1, wire::name(layer)).bind(2, number);
      row.bind(3, inward ? std::string_view("in") : std::string_view("out"));
      row.bind(4, said[begin].member).bind(5, said[end - 1].member).bind(6, said[begin].bytes);
      row.bind(7, said[begin].messages).execute();
    }
  }
  return rows;
}

}  // namespace topomorph::formats
