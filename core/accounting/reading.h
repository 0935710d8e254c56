// Reads files of records one by one: damaged lines are counted, never fatal.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "core/accounting/record.h"
#include "core/accounting/record_files.h"

namespace topomorph::accounting {

/// In bytes. A record is far shorter, and a line of a damaged file must not take all memory.
inline constexpr std::size_t kLongestRecord = std::size_t{1} << 16;

/// The ends of the jobs to read, in seconds since 1970: from `since` to before `until`.
struct Period {
  std::optional<std::int64_t> since, until;
};

/// What was read.
struct Reading {
  std::uint64_t bytes = 0;                          ///< of the files, compressed ones as they are
  std::uint64_t lines = 0;                          ///< without empty ones
  std::uint64_t records = 0;                        ///< that were used
  std::uint64_t outside = 0;                        ///< records of jobs that ended outside the period
  std::uint64_t undated = 0;                        ///< records without an end, left out if there is a period
  Places damaged;                                   ///< records, and files whose rest cannot be read
  Places foreign;                                   ///< lines of other programs
  Places skipped;                                   ///< what folders have that was not read
  std::optional<std::int64_t> first_end, last_end;  ///< of the jobs of used records
};

/// Reads all records of the files and folders, in their order, and gives the ones of the period to `use`. "-" is
/// standard input. Memory does not depend on the sizes. Calls `progress`, if any, with the share of bytes that is done,
/// unless a pipe is among the files. Throws InputError only if what was named by hand cannot be opened.
Reading read_records(std::span<const std::string> files, const Period& period,
                     const std::function<void(const JobRecord&)>& use,
                     const std::function<void(double)>& progress = {});

}  // namespace topomorph::accounting
