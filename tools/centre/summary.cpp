// The rankings of topomorph site.
#include "tools/centre/summary.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <tuple>

#include <fmt/format.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/file_name.h"
#include "core/base/folder.h"
#include "core/base/process.h"
#include "core/base/text.h"
#include "core/store/store.h"

namespace topomorph::centre {

namespace {

/// Returns the case, if its newest prediction is a gain.
std::optional<StoreCase> gaining_case(const std::string& folder, const store::Entry& entry) {
  std::optional<double> gain;
  for (auto run = entry.runs.rbegin(); run != entry.runs.rend() && !gain; ++run) gain = store::predicted_gain(*run);
  if (!gain || *gain <= 0) return std::nullopt;
  const store::Run& last = entry.runs.back();
  const bool is_reordered = last.order != store::Order::Launcher;
  return StoreCase{
      folder, entry.what.program, entry.what.arguments, entry.what.ranks, entry.runs.size(), is_reordered, last.seconds,
      *gain};
}

void read_store(const std::string& folder, StoreCases& found) {
  if (access(folder.c_str(), R_OK | X_OK) != 0) {
    throw InputError(folder, 0, fmt::format("cannot be read: {}", std::strerror(errno)));
  }
  const store::Store store(folder);
  for (const std::string& name : store.names()) {
    ++found.all;
    try {
      if (auto one = gaining_case(folder, store.read(name))) found.cases.push_back(std::move(*one));
    } catch (const InputError& error) {
      found.damaged.add(error.what());
    }
  }
}

}  // namespace

StoreCases read_stores(const std::vector<std::string>& folders) {
  StoreCases found;
  for (const std::string& folder : folders) read_store(folder, found);
  std::sort(found.cases.begin(), found.cases.end(), [](const StoreCase& a, const StoreCase& b) {
    const auto key = [](const StoreCase& one) {
      return std::make_tuple(one.is_reordered, -one.saved_seconds(), one.program, one.arguments, one.ranks, one.store);
    };
    return key(a) < key(b);
  });
  return found;
}

Names::Names(const std::string& key) {
  if (key.empty()) throw InputError("--hash-names: found an empty key, expected a text that nobody guesses");
  key_ = sip_key_of(key);
}

std::string Names::shown(const std::string& name) const {
  return key_ && !name.empty() ? std::string(hashed_name(name, *key_).data()) : name;
}

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
       [](const Totals& totals) { return totals.lost > totals.gained ? 0 : totals.would_gain; },  // what has lost waits
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

std::string default_key_file() {
  const std::string configuration = user_folder("XDG_CONFIG_HOME", "/.config");
  if (configuration.empty())
    throw InputError(
        "--hash-names: no HOME and no XDG_CONFIG_HOME: there is no place for a key, expected --hash-key FILE");
  return Folder::make_all(configuration + "/topomorph").path_of("hash-names.key");
}

store::SecretKey key_from_file(const std::string& path) {
  return store::secret_key_in(Folder(std::string(folder_name(path))), std::string(file_name(path)));
}

}  // namespace topomorph::centre
