// Sets of CPUs as Linux writes them: "0-3,8".
#include "core/base/cpu_list.h"

#include <algorithm>

#include "core/base/number.h"

namespace topomorph::inline base {

std::optional<std::vector<std::uint32_t>> parse_cpu_list(std::string_view text) {
  std::vector<std::uint32_t> cpus;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const auto range = parse_number_range(text.substr(0, comma), kCpuLimit);
    const bool follows = range && (cpus.empty() || range->first > cpus.back());
    if (!follows || comma + 1 == text.size()) return std::nullopt;
    for (std::uint64_t i = 0; i < range->count; ++i) cpus.push_back(static_cast<std::uint32_t>(range->first + i));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return cpus;
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
