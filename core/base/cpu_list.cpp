// Sets of CPUs as Linux writes them: "0-3,8".
#include "core/base/cpu_list.h"

#include <algorithm>
#include <utility>

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

std::vector<CpuRange> joined(std::vector<CpuRange> ranges) {
  std::ranges::sort(ranges, {}, &CpuRange::first);
  std::vector<CpuRange> joined;
  for (const CpuRange& range : ranges) {
    if (joined.empty() || range.first > joined.back().last + 1) {
      joined.push_back(range);
    } else {
      joined.back().last = std::max(joined.back().last, range.last);
    }
  }
  return joined;
}

std::uint64_t number_of_cpus(std::vector<CpuRange> ranges) {
  std::uint64_t number = 0;
  for (const CpuRange& range : joined(std::move(ranges))) number += std::uint64_t{range.last} - range.first + 1;
  return number;
}

std::string cpu_list_text(std::vector<CpuRange> ranges) {
  std::string text;
  for (const CpuRange& range : joined(std::move(ranges))) {
    text.append(text.empty() ? "" : ",").append(std::to_string(range.first));
    if (range.last > range.first) text.append("-").append(std::to_string(range.last));
  }
  return text;
}

std::string cpu_list_text(const std::vector<std::uint32_t>& cpus) {
  std::vector<CpuRange> ranges;
  for (const std::uint32_t cpu : cpus) ranges.push_back({cpu, cpu});
  return cpu_list_text(std::move(ranges));
}

}  // namespace topomorph::inline base
