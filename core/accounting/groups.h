// The sums of records by name (program, user, …), in bounded memory however many names there are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/accounting/heaviest.h"
#include "core/accounting/predictions.h"
#include "core/accounting/record.h"
#include "core/accounting/totals.h"

namespace topomorph::accounting {

/// The jobs of one name.
struct Group {
  std::string name;          ///< empty: the records lack it
  std::uint64_t number = 0;  ///< of its own: a name that comes again after it was given up has another
  Totals totals;
  /// Node-hours that this group may have beyond its totals: records from before it was counted again are in the rest.
  double may_miss = 0;
  std::string dropped_reason;     ///< why mode auto took back an order, by the last record that says so
  Account* begun_by = nullptr;    ///< in whose quota of names it is
  const Account* only = nullptr;  ///< whose all its jobs are; null if they are of several, or of nobody in particular
  bool is_of_several = false;

  /// Notes whose a job is.
  void add_owner(const Account* account);
  double weight() const { return totals.all.node_hours; }
};

/// The rows of a ranking.
struct Rows {
  std::vector<const Group*> groups;  ///< the greatest first
  std::size_t passed_over = 0;       ///< groups that are greater than the least of these, and whose owner has his share
};

/// Counts groups exactly as long as Heaviest does, by node-hours; then it adds the light ones to the rest. So each
/// group with more node-hours than uncertainty() is kept, and the sums over all are exact. The bound is one of
/// node-hours: a group can lack any number of jobs, and what was given up may have had reasons. An owner whose quota of
/// names is used up begins no more groups: his jobs under new names are in the rest, and Account::crowded counts them.
class Groups {
 public:
  static constexpr std::size_t kMost = 4096;

  explicit Groups(std::size_t most = kMost) : groups_(most), predictions_(most) {}

  void add(std::string_view name, const JobRecord& record);
  /// Gives the runs without a prediction that of other records. Called once, after the last add().
  void settle();

  const Totals& all() const { return all_; }    ///< of all records
  const Totals& rest() const { return rest_; }  ///< of the records that are in no group
  bool has_given_up() const { return groups_.has_lost(); }
  /// Returns whether runs may lack a prediction because there were too many programs and numbers of ranks.
  bool has_given_up_predictions() const { return predictions_.has_lost(); }
  /// Returns the node-hours that no group lacks more than. Names without node-hours may have been given up even if it
  /// is 0.
  double uncertainty() const { return groups_.lost_weight(); }
  std::size_t size() const { return groups_.size(); }

  /// Returns the number of groups for which `value` is above 0.
  std::size_t count(const std::function<double(const Totals&)>& value) const;
  /// Returns these groups, the greatest first, at most `top`; with equal values by name.
  /// The pointers are valid until the next add(). Rows are dealt in rounds: in each, a limited owner has at most a
  /// quarter of `top` for groups of his alone. What one user writes must not push all others out.
  Rows rows(const std::function<double(const Totals&)>& value, std::size_t top) const;
  std::vector<const Group*> ranked(const std::function<double(const Totals&)>& value, std::size_t top) const {
    return rows(value, top).groups;
  }

 private:
  Group* group_of(std::string_view name, Account* account);

  Heaviest<Group> groups_;
  Predictions predictions_;
  Totals all_, rest_;
  std::uint64_t last_number_ = 0;
};

struct Grouping {
  const char* name;  ///< as the user writes it
  const char* plural;
  std::string_view JobRecord::*member;
  bool tells_people;  ///< who has run what: hashed where names are hashed
};

inline constexpr std::array<Grouping, 5> kGroupings = {{
    {"program", "programs", &JobRecord::program, true},
    {"user", "users", &JobRecord::user, true},
    {"owner", "owners", &JobRecord::owner, true},
    {"partition", "partitions", &JobRecord::partition, false},
    {"library", "libraries", &JobRecord::library, false},
}};

}  // namespace topomorph::accounting
