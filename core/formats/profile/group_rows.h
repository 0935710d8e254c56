// The traffic of groups in a profile: summed by member, and as rows that members with equal values share.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/formats/profile/database.h"
#include "core/model/affinity.h"
#include "core/wire/frame_io.h"

namespace topomorph::formats {

/// Returns how many members all groups of a job may have together. A job with collectives over rows, columns and planes
/// of its ranks has a few times its ranks. Processes without a record pay for one group of all, with no more: a file
/// could claim a million of them with a word.
constexpr std::uint64_t most_group_members(std::uint64_t ranks, std::uint64_t records) {
  constexpr std::uint64_t kAlways = std::uint64_t{1} << 20, kGroupsOfRank = 64;
  return kAlways + ranks + kGroupsOfRank * records;
}

/// Sums the traffic of each member with all others of its group. Outgoing and incoming rows are added, because neither
/// evaluation nor mapping distinguishes them.
class GroupSums {
 public:
  /// Of a job with so many ranks, and a file with so many records of them.
  GroupSums(std::uint64_t ranks, std::uint64_t records)
      : ranks_(ranks), most_members_(most_group_members(ranks, records)) {}

  /// Counts a group that add_group() will be called with. Throws InputError if the groups have more members together
  /// than any job's.
  void count_group(std::string_view members);

  /// Adds a group by its number, with `members` as in wire/members.h. Of equal numbers the first counts. Throws
  /// InputError, also if the groups have more members together than any job's, before memory is taken for them.
  void add_group(std::uint64_t number, std::string_view members);

  /// Adds `bytes` and `messages` to each member from rank `first` to rank `last`. `direction` is "out" or "in". Throws
  /// InputError, also if a sum does not fit 64 bits.
  void add(std::uint64_t number, std::string_view direction, std::uint64_t first, std::uint64_t last,
           std::uint64_t bytes, std::uint64_t messages);

  /// Returns how many members of a group have a rank from `first` to `last`. Throws InputError for an unknown group.
  std::uint64_t members_between(std::uint64_t number, std::uint64_t first, std::uint64_t last) const;

  /// Returns the groups with traffic, ordered by number.
  std::vector<GroupTraffic> take();

 private:
  const GroupTraffic& group_of(std::uint64_t number) const;
  void add_members(std::uint64_t& sum, std::string_view members) const;

  std::uint64_t ranks_, most_members_, members_ = 0, counted_ = 0, additions_ = 0;
  std::map<std::uint64_t, GroupTraffic> groups_;
};

/// Holds 24 bytes for each member, phase, layer and direction with traffic until write(), which joins members with
/// equal values to one row.
class GroupRows {
 public:
  /// Starts the record of another process.
  void next_process() { of_process_.clear(); }
  /// Declares the groups of this process (wire/members.h) in the order of their numbers, after so many records with its
  /// own. Throws InputError.
  void groups(const std::vector<std::string>& lines, std::uint64_t ranks, std::uint64_t records);
  void add(const std::string& phase, const wire::GroupTrafficRecord& row);

  /// Returns the directed pairs of all groups with traffic, counted per phase, layer and direction.
  std::uint64_t pairs() const;

  /// Calls row() for every pair.
  void expand(const std::function<void(const std::string& phase, wire::Layer layer, const Traffic& pair)>& row) const;

  /// Writes the groups and their rows. Returns the number of rows.
  std::uint64_t write(Database& database) const;

 private:
  struct Said {
    std::uint64_t member, bytes, messages;
  };
  struct Group {
    std::string text;
    std::vector<std::uint64_t> members;
  };
  using Key = std::tuple<std::string, wire::Layer, std::uint64_t, bool>;  // phase, layer, group, inward

  std::uint64_t number_of(const std::string& text, std::uint64_t ranks, std::uint64_t records);
  std::vector<Said> in_order(std::vector<Said> said) const;

  std::vector<Group> groups_;
  std::map<std::string, std::uint64_t> numbers_;
  std::vector<std::uint64_t> of_process_;  // index: the process's number of a group; value: the profile's
  std::map<Key, std::vector<Said>> said_;
  std::uint64_t members_ = 0;
};

}  // namespace topomorph::formats
