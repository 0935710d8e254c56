// Reads files of records one by one: damaged lines are counted, never fatal.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "core/accounting/line_cutter.h"
#include "core/accounting/record.h"
#include "core/accounting/record_files.h"
#include "core/accounting/screening.h"

namespace topomorph::accounting {

/// Which records are read, and how their places are told.
struct ReadingOptions {
  Period period = {};
  Naming naming = Naming::Plain;
  /// What a collector writes in front of the number of the user who has sent a line: "_UID=". Then a line that has text
  /// in front of its record is that user's, or nobody's. Empty: whoever is believed says who it was.
  std::string sender_mark = {};
};

/// What was read.
struct Reading {
  std::uint64_t bytes = 0;                          ///< of the files, compressed ones as they are
  std::uint64_t lines = 0;                          ///< without empty ones
  std::uint64_t records = 0;                        ///< that were used
  std::uint64_t outside = 0;                        ///< records of jobs that ended outside the period
  std::uint64_t undated = 0;                        ///< records without an end, left out if there is a period
  std::uint64_t impossible = 0;                     ///< records that no job can have left: by owner in the accounts
  std::uint64_t relayed = 0;                        ///< of a log, whose collector does not say who has sent them
  Places damaged;                                   ///< records, and files whose rest cannot be read
  Places foreign;                                   ///< lines of other programs
  Places skipped;                                   ///< what folders have that was not read, and files that came before
  std::optional<std::int64_t> first_end, last_end;  ///< of the jobs of used records
};

/// A zstd file of a limited owner may become so many times its size, and kFreeText besides: records become a tenth.
inline constexpr std::uint64_t kMostUnpacked = 1000, kFreeText = std::uint64_t{64} << 20;
/// What a line, a damaged line and a file cost their owner at least, in bytes of text: each takes time however short it
/// is. So the limit of text is one of time too.
inline constexpr std::uint64_t kLineCost = 256, kDamageCost = 4096, kFileCost = 4096;

/// Reads all records of the files and folders, in their order, and gives the ones of the period that `accounts` allow
/// to `use`. "-" is standard input. A file is read once, whatever names it has. Memory does not depend on the sizes.
/// Calls `progress`, if any, with the share of bytes that is done, unless a pipe is among the files. Throws InputError
/// only if what was named by hand cannot be opened.
Reading read_records(std::span<const std::string> files, const ReadingOptions& options, Accounts& accounts,
                     const std::function<void(const JobRecord&)>& use,
                     const std::function<void(double)>& progress = {});

}  // namespace topomorph::accounting
