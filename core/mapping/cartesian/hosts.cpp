// Ranges of consecutive hosts that hold a given number of cells exactly.
#include "core/mapping/cartesian/hosts.h"

#include <algorithm>

namespace topomorph::mapping {

HostRanges::HostRanges(Capacities capacities) : sum_(1, 0), run_begin_(capacities.size()), run_end_(capacities.size()) {
  for (const std::int64_t capacity : capacities) sum_.push_back(sum_.back() + capacity);
  for (std::size_t host = 0; host < capacities.size(); ++host) {
    const bool same = host > 0 && capacities[host] == capacities[host - 1];
    run_begin_[host] = same ? run_begin_[host - 1] : host;
  }
  for (std::size_t host = capacities.size(); host-- > 0;) {
    const bool same = host + 1 < capacities.size() && capacities[host] == capacities[host + 1];
    run_end_[host] = same ? run_end_[host + 1] : host + 1;
  }
}

std::optional<std::size_t> HostRanges::end(std::size_t first, std::int64_t cells) const {
  const std::int64_t equal = capacity(first);
  const auto hosts = static_cast<std::size_t>(cells / equal);
  if (first + hosts <= run_end_[first]) {
    if (cells % equal == 0) return first + hosts;
    if (first + hosts < run_end_[first]) return std::nullopt;
  }
  const auto found =
      std::lower_bound(sum_.begin() + static_cast<std::ptrdiff_t>(first), sum_.end(), sum_[first] + cells);
  if (found == sum_.end() || *found != sum_[first] + cells) return std::nullopt;
  return static_cast<std::size_t>(found - sum_.begin());
}

}  // namespace topomorph::mapping
