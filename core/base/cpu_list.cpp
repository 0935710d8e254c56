// Sets of CPUs as Linux writes them: "0-3,8".
#include "core/base/cpu_list.h"

#include <algorithm>

#include "core/base/number.h"

namespace topomorph::inline base {

std::optional<std::vector<CpuRange>> parse_cpu_ranges(std::string_view text) {
  std::vector<CpuRange> ranges;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const auto range = parse_number_range(text.substr(0, comma), kCpuLimit);
    const bool follows = range && (ranges.empty() || range->first > ranges.back().last);
    if (!follows || comma + 1 == text.size()) return std::nullopt;
    ranges.push_back({static_cast<std::uint32_t>(range->first), static_cast<std::uint32_t>(range->last)});
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return ranges;
}

std::optional<std::vector<std::uint32_t>> parse_cpu_list(std::string_view text) {
  const auto ranges = parse_cpu_ranges(text);
  if (!ranges) return std::nullopt;
  std::vector<std::uint32_t> cpus;
  for (const CpuRange& range : *ranges) {
    for (std::uint32_t cpu = range.first; cpu <= range.last; ++cpu) cpus.push_back(cpu);
  }
  return cpus;
}

std::uint64_t number_of_cpus(std::vector<CpuRange> ranges) {
  std::ranges::sort(ranges, {}, &CpuRange::first);
  std::uint64_t number = 0, next = 0;  // CPUs below `next` are counted
  for (const CpuRange& range : ranges) {
    const std::uint64_t first = std::max<std::uint64_t>(range.first, next), end = std::uint64_t{range.last} + 1;
    number += end > first ? end - first : 0;
    next = std::max(next, end);
  }
  return number;
}

std::string cpu_list_text(const std::vector<std::uint32_t>& cpus) {
  std::string text;
  for (std::size_t first = 0; first < cpus.size();) {
    std::size_t last = first;
    while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) ++last;
    text.append(text.empty() ? "" : ",").append(std::to_string(cpus[first]));
    if (last > first) text.append("-").append(std::to_string(cpus[last]));
    first = last + 1;
  }
  return text;
}

}  // namespace topomorph::inline base
