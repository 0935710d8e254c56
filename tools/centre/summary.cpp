// The rankings of topomorph site.
#include "tools/centre/summary.h"

#include <fmt/format.h>

#include "core/base/text.h"

namespace topomorph::centre {

namespace {

using accounting::Totals;

std::string hours_text(double hours) { return plain_text(hours, 2); }

std::string percent_text(double part, double whole) {
  const auto percent = percent_of(part, whole);
  return percent ? fmt::format("{:.1f} %", *percent) : "-";
}

constexpr Column kJobs = {"jobs",
                          [](const Totals& totals, const Totals&) { return fmt::format("{}", totals.all.jobs); }};
constexpr Column kHours = {"node-hours",
                           [](const Totals& totals, const Totals&) { return hours_text(totals.all.node_hours); }};
constexpr Column kShareOfAll = {"of all", [](const Totals& totals, const Totals& all) {
                                  return percent_text(totals.all.node_hours, all.all.node_hours);
                                }};
constexpr Column kInMpi = {"in MPI", [](const Totals& totals, const Totals&) {
                             return percent_text(totals.mpi_node_hours, totals.timed.node_hours);
                           }};
constexpr Column kReordered = {"reordered", [](const Totals& totals, const Totals&) {
                                 return percent_text(totals.reordered.node_hours, totals.all.node_hours);
                               }};
constexpr Column kPoorJobs = {"poor jobs",
                              [](const Totals& totals, const Totals&) { return fmt::format("{}", totals.poor.jobs); }};
constexpr Column kPoorHours = {"poor n.-hours",
                               [](const Totals& totals, const Totals&) { return hours_text(totals.poor.node_hours); }};
constexpr Column kWouldGain = {"would gain",
                               [](const Totals& totals, const Totals&) { return hours_text(totals.would_gain); }};
constexpr Column kMeasuredJobs = {
    "measured", [](const Totals& totals, const Totals&) { return fmt::format("{}", totals.measured.jobs); }};
constexpr Column kSlowerJobs = {
    "slower", [](const Totals& totals, const Totals&) { return fmt::format("{}", totals.slower.jobs); }};
constexpr Column kGained = {"gained", [](const Totals& totals, const Totals&) { return hours_text(totals.gained); }};
constexpr Column kLost = {"lost", [](const Totals& totals, const Totals&) { return hours_text(totals.lost); }};
constexpr Column kGainOfMpi = {
    "of MPI", [](const Totals& totals, const Totals&) { return percent_text(totals.gained, totals.measured_mpi); }};
constexpr Column kPredicted = {"predicted", [](const Totals& totals, const Totals&) {
                                 return percent_text(totals.predicted, totals.predicted_mpi);
                               }};
constexpr Column kDroppedJobs = {
    "dropped", [](const Totals& totals, const Totals&) { return fmt::format("{}", totals.dropped.jobs); }};
constexpr Column kDroppedHours = {
    "n.-hours", [](const Totals& totals, const Totals&) { return hours_text(totals.dropped.node_hours); }};

}  // namespace

std::string group_name(const Summary& summary, const accounting::Group& group) {
  return summary.by->tells_people ? summary.names.shown(group.name) : group.name;
}

std::string account_name(const Summary& summary, const accounting::Account& account) {
  return account.name.starts_with('(') ? account.name : summary.names.shown(account.name);
}

std::span<const Trouble> troubles() {
  using accounting::Account;
  static constexpr Trouble kAll[] = {
      {"impossible", "impossible", "impossible records", "left out", &Account::impossible},
      {"excess", "cut files", "files with too much text", "the rest left out", &Account::excess},
      {"disputed", "other user", "records that name another user", "counted as their owner's", &Account::disputed},
      {"never_written", "holes", "files with holes", "skipped", &Account::holes},
  };
  return kAll;
}

std::span<const Ranking> rankings() {
  static const std::vector<Ranking> all = {
      {"would_gain",
       "Would gain next: node-hours that plans predict to save",
       [](const Totals& totals) { return totals.would_gain; },
       {kWouldGain, kPoorHours, kPoorJobs, kInMpi, kReordered}},
      {"poor_order",
       "Most node-hours in a poor order",
       [](const Totals& totals) { return totals.poor.node_hours; },
       {kPoorHours, kPoorJobs, kHours, kWouldGain}},
      {"gained",
       "Gained most: node-hours saved by a new order, as measured",
       [](const Totals& totals) { return totals.gained; },
       {kGained, kMeasuredJobs, kGainOfMpi, kPredicted}},
      {"lost",
       "Lost: node-hours of jobs that were slower in the new order",
       [](const Totals& totals) { return totals.lost; },
       {kLost, kSlowerJobs, kMeasuredJobs, kGained}},
      {"dropped",
       "Dropped: orders that mode auto has taken back",
       [](const Totals& totals) { return static_cast<double>(totals.dropped.jobs); },
       {kDroppedJobs, kDroppedHours, kJobs},
       true},
      {"most_used",
       "Most node-hours",
       [](const Totals& totals) { return totals.all.node_hours; },
       {kHours, kShareOfAll, kJobs, kInMpi, kReordered}},
  };
  return all;
}

std::optional<double> percent_of(double part, double whole) {
  return whole > 0 ? std::optional(100 * part / whole) : std::nullopt;
}

}  // namespace topomorph::centre
