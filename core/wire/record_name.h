// The names of the files in FILE.parts, where processes of a job that ends too early leave their records.
#pragma once

#include <string_view>

namespace topomorph::wire {

/// Whether it is RANK.record.
constexpr bool is_record_name(std::string_view name) {
  constexpr std::string_view kRecord = ".record";
  if (!name.ends_with(kRecord) || name.size() == kRecord.size()) return false;
  name.remove_suffix(kRecord.size());
  return name.find_first_not_of("0123456789") == name.npos;
}

/// Whether it is RANK.record, or RANK.record.unfinished, which a process that died has left.
constexpr bool is_left_name(std::string_view name) {
  constexpr std::string_view kUnfinished = ".unfinished";
  if (name.ends_with(kUnfinished)) name.remove_suffix(kUnfinished.size());
  return is_record_name(name);
}

}  // namespace topomorph::wire
