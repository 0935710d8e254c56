// The trace of a job in a profile: how it gets there process by process, and how it is read.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/formats/profile/database.h"
#include "core/trace/trace.h"
#include "core/wire/frame_io.h"

namespace topomorph::formats {

/// Writes traces as they arrive, and gives all processes the same numbers of channels and groups.
class TraceRows {
 public:
  explicit TraceRows(Database& database) : database_(database) {}

  /// Starts the record of another process, with the contents of its Process frame.
  void next_process(std::uint64_t rank, const wire::KeyValues& values);
  /// The names of its phases by their numbers.
  void phases(const std::vector<std::string>& names);
  /// The frames of a trace, in the order of their types. Throws InputError for a damaged one.
  void channels(const wire::Frame& frame);
  void groups(const wire::Frame& frame);
  void steps(const wire::Frame& frame);

  /// Writes the groups. The trace is removed if not every one of the processes has handed in its own. Returns what is
  /// to be noted in the profile's meta; nothing if no process was recorded.
  wire::KeyValues finish(std::uint64_t processes);

 private:
  void write_groups();

  Database& database_;
  std::uint64_t rank_ = 0, seen_ = 0;  // of the process whose frames arrive now
  std::string window_;
  std::vector<std::uint16_t> channels_;  // index: its number of a channel; value: the profile's
  std::vector<std::uint32_t> groups_, phases_;
  std::map<std::pair<std::uint64_t, std::int64_t>, std::uint16_t> all_channels_;
  std::map<std::string, std::uint32_t> all_groups_;
  std::map<std::string, std::uint32_t> all_phases_;  // numbered as in the table of phases
  std::uint64_t recorded_ = 0, traced_ = 0, all_seen_ = 0, all_steps_ = 0, windows_ = 0;
  std::string first_window_;
};

/// Returns "trace of 3000 steps, folded to 12" from a profile's meta; empty if it has no trace.
std::string trace_text(const wire::KeyValues& meta);

/// Returns what readers say of a profile that was written without a trace.
std::string no_trace_text();

/// Reads the trace of a profile, which has the tables, with so many ranks and these phases, and checks it
/// (trace::check()). Throws InputError, also if there is none.
trace::Trace read_trace(const Database& database, const wire::KeyValues& meta, std::uint64_t ranks,
                        std::vector<std::string> phases);

}  // namespace topomorph::formats
