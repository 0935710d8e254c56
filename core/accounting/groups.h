// The sums of records by name (program, user, …), in bounded memory however many names there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/accounting/totals.h"

namespace topomorph::accounting {

/// The jobs of one name.
struct Group {
  std::string name;  ///< empty: the records lack it
  Totals totals;
  /// Node-hours that this group may have beyond its totals: records from before it was counted again are in the rest.
  double may_miss = 0;
  std::string dropped_reason;  ///< why mode auto took back an order, by the last record that says so
};

/// Counts groups exactly until there are 2 x `most` names. Then it keeps the `most` with the most node-hours and adds
/// the others to the rest: lossy counting [Manku 2002], with node-hours in place of occurrences. So each group with
/// more node-hours than uncertainty() is kept, and the sums over all are exact.
class Groups {
 public:
  static constexpr std::size_t kMost = 4096;

  explicit Groups(std::size_t most = kMost) : most_(most) {}

  void add(std::string_view name, const JobRecord& record);

  const Totals& all() const { return all_; }    ///< of all records
  const Totals& rest() const { return rest_; }  ///< of the records that are in no group
  /// Returns the node-hours that no group lacks more than; 0: no name was given up.
  double uncertainty() const { return given_up_; }
  std::size_t size() const { return groups_.size(); }

  /// Returns the groups for which `value` is above 0, the greatest first, at most `top`; with equal values by name.
  /// The pointers are valid until the next add().
  std::vector<const Group*> ranked(const std::function<double(const Totals&)>& value, std::size_t top) const;

 private:
  /// Lets the map be searched by a view.
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
  };

  Group& group_of(std::string_view name);
  void prune();

  std::unordered_map<std::string, Group, Hash, std::equal_to<>> groups_;
  Totals all_, rest_;
  std::size_t most_;
  double given_up_ = 0;  // sum over all prunings: the node-hours of the heaviest group that was given up
};

}  // namespace topomorph::accounting
