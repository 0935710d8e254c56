// Computes how much a program's traffic differs from an earlier pattern.
#include "core/evaluation/pattern_difference.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "core/base/error.h"

namespace topomorph::evaluation {
namespace {

struct Pair {
  Role low, high;
  double volume;
};

bool is_before(const Pair& a, const Pair& b) { return a.low != b.low ? a.low < b.low : a.high < b.high; }

/// Pairs of different roles in order, with both directions side by side, and their total volume.
struct Pairs {
  std::vector<Pair> sorted;
  double total = 0;
};

Pairs pairs_of(const Affinity& affinity, Weight weight) {
  Pairs pairs;
  pairs.sorted.reserve(affinity.entries());
  for_each_volume(affinity, weight, [&](Role source, Role destination, std::uint64_t volume) {
    pairs.sorted.push_back({std::min(source, destination), std::max(source, destination), static_cast<double>(volume)});
    pairs.total += static_cast<double>(volume);
  });
  for (const GroupTraffic& group : affinity.groups()) {  // a group is one pair, with the same key in both affinities
    const auto& volumes = weight == Weight::Bytes ? group.bytes : group.messages;
    const double volume = std::accumulate(volumes.begin(), volumes.end(), 0.0);
    pairs.sorted.push_back(
        {affinity.roles() + group.members.front(), group.members.back() << 32 | group.members.size(), volume});
    pairs.total += volume;
  }
  std::sort(pairs.sorted.begin(), pairs.sorted.end(), is_before);
  return pairs;
}

/// Returns the share of `pair` if `at` points to it, else 0. Moves `at` past it.
double take_share(const Pairs& pairs, std::size_t& at, const Pair& pair) {
  double volume = 0;
  while (at < pairs.sorted.size() && !is_before(pair, pairs.sorted[at])) volume += pairs.sorted[at++].volume;
  return volume / pairs.total;
}

}  // namespace

double difference(const Affinity& before, const Affinity& after, Weight weight) {
  if (before.roles() != after.roles()) {
    throw InputError(fmt::format("affinities of {} and {} roles cannot be compared", before.roles(), after.roles()));
  }
  const Pairs old = pairs_of(before, weight), now = pairs_of(after, weight);
  if (old.sorted.empty() || now.sorted.empty()) return old.sorted.empty() == now.sorted.empty() ? 0 : 1;
  double sum = 0;
  for (std::size_t i = 0, j = 0; i < old.sorted.size() || j < now.sorted.size();) {
    const bool from_old = j == now.sorted.size() || (i < old.sorted.size() && is_before(old.sorted[i], now.sorted[j]));
    const Pair next = from_old ? old.sorted[i] : now.sorted[j];
    const double share = take_share(old, i, next);
    sum += std::abs(take_share(now, j, next) - share);
  }
  return std::min(sum / 2, 1.0);
}

}  // namespace topomorph::evaluation
