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

/// Holds 24 bytes for each member, phase, layer and direction with traffic until write(), which joins members with
/// equal values to one row.
class GroupRows {
 public:
  /// Starts the record of another process.
  void next_process() { of_process_.clear(); }
  /// Declares the groups of this process (wire/members.h) in the order of their numbers. Throws InputError.
  void groups(const std::vector<std::string>& lines, std::uint64_t ranks);
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

  std::uint64_t number_of(const std::string& text, std::uint64_t ranks);
  std::vector<Said> in_order(std::vector<Said> said) const;

  std::vector<Group> groups_;
  std::map<std::string, std::uint64_t> numbers_;
  std::vector<std::uint64_t> of_process_;  // index: the process's number of a group; value: the profile's
  std::map<Key, std::vector<Said>> said_;
  std::uint64_t members_ = 0;
};

}  // namespace topomorph::formats
