// Collects the rows of a profile about groups from the records of their members.
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
