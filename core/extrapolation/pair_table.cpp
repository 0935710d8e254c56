// The pairs of ranks that communicate, each once, with the traffic of both directions.
#include "core/extrapolation/pair_table.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "core/base/error.h"

namespace topomorph::extrapolation {

namespace {

void check_size(const Affinity& affinity) {
  std::uint64_t pairs = affinity.entries();
  for (const GroupTraffic& group : affinity.groups()) pairs += pairs_of_group(group.members.size());
  if (pairs <= PairTable::kMost) return;
  throw InputError(fmt::format("{} ranks have {} pairs of a sender and a receiver, at most {} are searched for rules",
                               affinity.roles(), pairs, PairTable::kMost));
}

std::vector<Traffic> traffic_of(const Affinity& affinity) {
  check_size(affinity);
  std::vector<Traffic> traffic;
  for (Role role = 0; role < affinity.roles(); ++role) {
    for (const AffinityEntry& entry : affinity.row(role)) {
      traffic.push_back({role, entry.destination, entry.bytes, entry.messages});
    }
  }
  for (const GroupTraffic& group : affinity.groups()) append_pairs(group, traffic);
  return traffic;
}

}  // namespace

PairTable::PairTable(const Affinity& affinity) : ranks_(affinity.roles()) {
  std::vector<Traffic> traffic = traffic_of(affinity);
  std::erase_if(traffic, [](const Traffic& row) { return row.source == row.destination || row.bytes == 0; });
  const auto ends = [](const Traffic& row) { return std::minmax(row.source, row.destination); };
  const auto key = [&](const Traffic& row) { return std::pair<Role, Role>(ends(row)); };
  std::ranges::sort(traffic, {}, key);
  for (const Traffic& row : traffic) {
    const auto [low, high] = ends(row);
    if (pairs_.empty() || pairs_.back().low != low || pairs_.back().high != high) pairs_.push_back({low, high, {}, {}});
    const std::size_t direction = row.source == low ? 0 : 1;
    pairs_.back().bytes[direction] += static_cast<double>(row.bytes);
    pairs_.back().messages[direction] += static_cast<double>(row.messages);
    total_bytes_ += static_cast<double>(row.bytes);
    directed_ = directed_ || direction == 1;
  }
  begin_.assign(ranks_ + 1, 0);
  for (const RankPair& pair : pairs_) ++begin_[pair.low + 1];
  for (std::uint64_t r = 0; r < ranks_; ++r) begin_[r + 1] += begin_[r];
}

std::optional<std::uint32_t> PairTable::find(Role a, Role b) const {
  const auto [low, high] = std::minmax(a, b);
  const auto first = pairs_.begin() + static_cast<std::ptrdiff_t>(begin_[low]);
  const auto last = pairs_.begin() + static_cast<std::ptrdiff_t>(begin_[low + 1]);
  const auto found = std::ranges::lower_bound(first, last, high, {}, &RankPair::high);
  if (found == last || found->high != high) return std::nullopt;
  return static_cast<std::uint32_t>(found - pairs_.begin());
}

}  // namespace topomorph::extrapolation
