// Sets of CPUs as Linux writes them: "0-3,8".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace topomorph::inline base {

/// Above the number of any CPU.
inline constexpr std::uint32_t kCpuLimit = std::uint32_t{1} << 20;

/// CPUs from `first` to `last`.
struct CpuRange {
  std::uint32_t first = 0, last = 0;
};

/// Returns the ranges of a list, ascending; nothing for any other text. The empty list is one.
std::optional<std::vector<CpuRange>> parse_cpu_ranges(std::string_view text);

/// Returns the CPUs that are in some of the ranges, ascending, in as few ranges as possible. Lists stay ranges: a text
/// from a file may name a million CPUs.
std::vector<CpuRange> joined(std::vector<CpuRange> ranges);
std::uint64_t number_of_cpus(std::vector<CpuRange> ranges);  ///< in some of them

/// Returns the list of the CPUs.
std::string cpu_list_text(std::vector<CpuRange> ranges);
std::string cpu_list_text(const std::vector<std::uint32_t>& cpus);

}  // namespace topomorph::inline base
