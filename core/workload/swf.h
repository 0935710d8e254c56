// Logs of the jobs of a machine in the Standard Workload Format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/warnings.h"

namespace topomorph::workload {

/// One line of a log: the 18 fields of version 2.2 (Chapin et al. 1999; Feitelson, Tsafrir, Krakov: Experience with
/// using the Parallel Workloads Archive, 2014). kUnknown stands for what the log does not know, or what makes no sense
/// for it.
struct SwfJob {
  static constexpr int kUnknown = -1;

  std::int64_t number = kUnknown;      ///< always known
  double submit = kUnknown;            ///< seconds since the log began; always known
  double wait = kUnknown;              ///< seconds
  double run = kUnknown;               ///< seconds
  std::int64_t processors = kUnknown;  ///< that it was given
  double cpu_time = kUnknown;          ///< seconds, mean of its processors
  double memory = kUnknown;            ///< kB, mean of its processors
  std::int64_t requested_processors = kUnknown;
  double requested_time = kUnknown;    ///< seconds: its user's estimate
  double requested_memory = kUnknown;  ///< kB per processor
  std::int64_t status = kUnknown;  ///< 0 failed, 1 completed, 2 to 4 a part of a job that has a line too, 5 cancelled
  std::int64_t user = kUnknown, group = kUnknown, executable = kUnknown, queue = kUnknown, partition = kUnknown;
  std::int64_t preceding = kUnknown;  ///< number of the job that it waits for
  double think_time = kUnknown;       ///< seconds between that one's end and this one's submission

  bool operator==(const SwfJob&) const = default;
};

struct Workload {
  std::vector<std::string> header;  ///< comments before the first job, without ";" and blanks around
  std::vector<SwfJob> jobs;         ///< in the order of the file
  Warnings warnings = {};           ///< of what was passed over
};

/// Reads a log. Comments (";", in some logs "#") after the first job are left out. Fields behind the 18th, which some
/// archives add, and a last line that is cut off are passed over with a warning. Throws InputError with file and line
/// for any other line of less than 18 numbers, for a number that is negative and not -1, for one with a fraction where
/// only whole ones make sense, for a status beyond 5, for a job without number or time of submission, and for a file
/// without jobs.
Workload read_workload(const std::string& path);

/// Writes what read_workload() reads back as it is, whole or not at all. Throws InputError.
void write_workload(const Workload& workload, const std::string& path);

/// What stands behind "NAME:" in the header ("MaxNodes").
std::optional<std::string> header_value(const Workload& workload, std::string_view name);

}  // namespace topomorph::workload
