// Decides of each record whose it is, and whether a job of this site can have left it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/accounting/record.h"

namespace topomorph::accounting {

/// The ends of the jobs to read, in seconds since 1970: from `since` to before `until`.
struct Period {
  std::optional<std::int64_t> since, until;
};

/// Returns what one user can have used at most in the period: all hosts of the site, all the time, with the longest job
/// before it. Nothing without a first day, because a record may end at any time. `now` is in seconds since 1970.
std::optional<double> most_node_hours(const Period& period, const Limits& limits, std::int64_t now);

/// Returns the node-hours that a record brings into any sum: of the job, or of its gain or loss, which may be a
/// multiple.
double claimed_node_hours(const JobRecord& record);

/// Judges the records of one site. What they say of their user counts only if their file is believed.
class Screening {
 public:
  /// Makes the place of a record in a message, with what is said of it.
  using Place = std::function<std::string(const std::string&)>;

  Screening(const Limits& limits, std::optional<double> most_node_hours) : limits_(limits), most_(most_node_hours) {}

  /// Writes into the record who answers for it. A record of a file that is not believed is its owner's: another user in
  /// it is noted.
  void attribute(JobRecord& record, const FileOwner& owner, const Place& place) const;

  /// Returns whether a job can have left the record; notes with its owner if none can. What it claims is added to its
  /// owner's.
  bool admits(const JobRecord& record, const Place& place) const;

 private:
  std::string objection_to(const JobRecord& record, double claimed) const;

  const Limits& limits_;
  std::optional<double> most_;
};

}  // namespace topomorph::accounting
