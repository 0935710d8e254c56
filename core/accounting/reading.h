// Reads files of records one by one: damaged lines are counted, never fatal.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "core/accounting/record.h"

namespace topomorph::accounting {

/// In bytes. A record is far shorter, and a line of a damaged file must not take all memory.
inline constexpr std::size_t kLongestRecord = std::size_t{1} << 16;

/// The ends of the jobs to read, in seconds since 1970: from `since` to before `until`.
struct Period {
  std::optional<std::int64_t> since, until;
};

/// Lines of one kind, and where the first is.
struct Places {
  std::uint64_t count = 0;
  std::string first = {};  ///< "FILE:LINE: what is wrong", or "FILE:LINE"
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
  std::optional<std::int64_t> first_end, last_end;  ///< of the jobs of used records
};

/// Reads all records of the files, in their order, and gives the ones of the period to `use`. "-" is standard input.
/// Memory does not depend on the sizes. Calls `progress`, if any, with the share of bytes that is done, unless a pipe
/// is among the files. Throws InputError only if a file cannot be opened.
Reading read_records(std::span<const std::string> files, const Period& period,
                     const std::function<void(const JobRecord&)>& use,
                     const std::function<void(double)>& progress = {});

}  // namespace topomorph::accounting
