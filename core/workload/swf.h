// Reads and writes logs of jobs in the Standard Workload Format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/line_reader.h"

namespace topomorph::workload {

/// A line of a log: the 18 fields of version 2.2 ([Chapin 1999], [Feitelson 2014]). kUnknown means unknown or not
/// applicable.
struct SwfJob {
  static constexpr int kUnknown = -1;

  std::int64_t number = kUnknown;      ///< always known
  double submit = kUnknown;            ///< seconds since the log began; always known
  double wait = kUnknown;              ///< seconds
  double run = kUnknown;               ///< seconds
  std::int64_t processors = kUnknown;  ///< allocated
  double cpu_time = kUnknown;          ///< seconds, mean of its processors
  double memory = kUnknown;            ///< kB, mean of its processors
  std::int64_t requested_processors = kUnknown;
  double requested_time = kUnknown;    ///< seconds; the user's estimate
  double requested_memory = kUnknown;  ///< kB per processor
  std::int64_t status = kUnknown;      ///< 0 failed, 1 completed, 2 to 4 a part of a job with its own line, 5 cancelled
  std::int64_t user = kUnknown, group = kUnknown, executable = kUnknown, queue = kUnknown, partition = kUnknown;
  std::int64_t preceding = kUnknown;  ///< number of the job that it waits for
  double think_time = kUnknown;       ///< seconds from that job's end to this submission

  bool operator==(const SwfJob&) const = default;
};

struct Workload {
  std::vector<std::string> header;  ///< comments before the first job, without ";" and surrounding blanks
  std::vector<SwfJob> jobs;         ///< in the order of the file
  Warnings warnings = {};           ///< what was skipped
};

/// Reads a log. Drops comments (";", in some logs "#") after the first job. Skips, with a warning, fields after the
/// 18th, which some archives add, and a last line that is cut off; a negative wait or run time (the log lacks the
/// start) is unknown, with a warning. Throws InputError with file and line for any other line of less than 18 numbers,
/// for a negative number other than -1 elsewhere, for a fraction where only whole numbers make sense, for a status
/// above 5, for a job without number or submission time, and for a file without jobs.
Workload read_workload(const std::string& path);

/// Writes a log that read_workload() reads back unchanged; the file appears complete or not at all. Throws InputError.
void write_workload(const Workload& workload, const std::string& path);

/// Returns the text after "NAME:" in the header ("MaxNodes").
std::optional<std::string> header_value(const Workload& workload, std::string_view name);

}  // namespace topomorph::workload
