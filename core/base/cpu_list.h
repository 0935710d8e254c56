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

/// Returns the CPUs of a list in the same way. A text from a file may name a million: count its ranges instead.
std::optional<std::vector<std::uint32_t>> parse_cpu_list(std::string_view text);

/// Returns how many CPUs are in some of the ranges.
std::uint64_t number_of_cpus(std::vector<CpuRange> ranges);

/// Returns the list of these CPUs, which ascend.
std::string cpu_list_text(const std::vector<std::uint32_t>& cpus);

}  // namespace topomorph::inline base
