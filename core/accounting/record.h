// The record that each job under TopoMorph can leave: one JSON object in a line (docs/site-records.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/accounting/accounts.h"
#include "core/accounting/flat_object.h"

namespace topomorph::accounting {

inline constexpr unsigned kRecordFormat = 1;
/// In bytes. Paths are not longer, and the memory for names is bounded.
inline constexpr std::size_t kLongestName = 4096;
/// Of a job that does not know its program's path: a job leaves out what is empty.
inline constexpr std::string_view kUnknownProgram = "?";

enum class JobOrder {
  Unknown,
  Launcher,   ///< as the launcher started the ranks
  Reordered,  ///< a new order
  Dropped     ///< the launcher's again: mode auto has taken a new order back
};

/// What topomorph site uses of a record. Texts are views into the line or into the object that was scanned, and empty
/// if the record lacks them; only the program is never empty.
struct JobRecord {
  std::string_view program, user, partition, library, order, reason;
  std::string_view owner;               ///< of the file: not in the record, and empty where nobody knows who wrote it
  Account* account = nullptr;           ///< who answers for the record; null: nobody, and nothing is limited
  std::optional<double> end;            ///< of the job, in seconds since 1970
  std::optional<double> ranks;          ///< number of processes
  std::optional<double> hosts;          ///< number of hosts
  std::optional<double> seconds;        ///< from MPI_Init to MPI_Finalize
  std::optional<double> mpi_seconds;    ///< in MPI: mean over the processes, or rank 0's, whose threads are added
  std::optional<double> cost_before;    ///< of the plan, in the launcher's order
  std::optional<double> cost_after;     ///< of the plan, in the new order
  std::optional<double> stated_gain;    ///< predicted_gain as the record has it
  std::optional<double> measured_gain;  ///< share of the time in MPI that the order saves; negative: it was slower
  std::optional<double> added_milliseconds;  ///< what TopoMorph has added to the job

  JobOrder job_order() const;
  /// Returns the node-hours of the job; 0 if hosts or seconds are not known.
  double node_hours() const;
  /// Returns the node-hours in MPI, at most those of the job; 0 if hosts, seconds or time in MPI are not known.
  double mpi_node_hours() const;
  /// Returns the share of communication time that a plan predicts to save: as stated, else of the costs.
  std::optional<double> predicted_gain() const;
  /// Returns whether the job ran in the launcher's order without a plan: nothing is known of other orders.
  bool lacks_prediction() const { return job_order() == JobOrder::Launcher && !predicted_gain(); }
};

/// One line of a file of records. What syslog puts in front of the object is skipped.
class RecordLine {
 public:
  /// The line must outlive the object. Throws InputError for a damaged record: what was found and what was expected.
  explicit RecordLine(std::string_view line);
  RecordLine(const RecordLine&) = delete;
  RecordLine& operator=(const RecordLine&) = delete;

  /// Returns null if the line is no record of TopoMorph: an empty line, or another program's in a log of the system.
  const JobRecord* record() const { return object_ ? &record_ : nullptr; }
  JobRecord* record() { return object_ ? &record_ : nullptr; }
  /// Returns what stands in front of the object, as syslog writes it; empty without a record.
  std::string_view before() const { return before_; }

 private:
  std::optional<FlatObject> object_;
  std::string_view before_;
  JobRecord record_;
};

}  // namespace topomorph::accounting
