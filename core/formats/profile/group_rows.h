// The rows of a profile about groups, made of what their members say one by one.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/formats/profile/database.h"
#include "core/model/affinity.h"
#include "core/wire/frame_io.h"

namespace topomorph::formats {

/// Holds 24 bytes for each member that has said something, in each phase, layer and direction, until they are written:
/// members that say the same become one row then.
class GroupRows {
 public:
  /// What follows is of another process.
  void next_process() { of_process_.clear(); }
  /// The groups of this process (wire/members.h), in the order of their numbers. Throws InputError.
  void groups(const std::vector<std::string>& lines, std::uint64_t ranks);
  void add(const std::string& phase, const wire::GroupTrafficRecord& row);

  /// Directed pairs of all groups that have traffic, in each phase, layer and direction.
  std::uint64_t pairs() const;

  /// Calls row() for every pair.
  void expand(const std::function<void(const std::string& phase, wire::Layer layer, const Traffic& pair)>& row) const;

  /// Writes the groups and their rows; returns how many rows.
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
  std::vector<std::uint64_t> of_process_;  // the process's number of a group to ours
  std::map<Key, std::vector<Said>> said_;
  std::uint64_t members_ = 0;
};

}  // namespace topomorph::formats
