// Separates the heaviest pairs from the others.
#include "monitoring/kept_pairs.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "monitoring/name_lists.h"
#include "monitoring/thread_counters.h"

namespace topomorph::monitoring {
namespace {

using Weight = std::pair<std::uint64_t, std::uint64_t>;

Weight weight_of(const Volume& volume) { return {volume.bytes, volume.messages}; }

/// Returns the weight of the heaviest pair that has to go; nothing if none has to.
Weight heaviest_to_go(const Volumes& volumes, std::size_t most) {
  std::vector<Weight> weights;
  for (const auto& [packed, volume] : volumes) {
    if (!TrafficKey::unpacked(packed).group) weights.push_back(weight_of(volume));
  }
  if (weights.size() <= most) return {0, 0};
  const auto first = weights.begin() + static_cast<std::ptrdiff_t>(most);
  std::nth_element(weights.begin(), first, weights.end(), std::greater<>());
  return *first;
}

}  // namespace

bool kept_pairs(Volumes& volumes, std::size_t most) {
  const Weight limit = heaviest_to_go(volumes, most);
  if (limit == Weight{} || groups::all().first() == nullptr) return false;
  Volumes kept;
  for (const auto& [packed, volume] : volumes) {
    TrafficKey key = TrafficKey::unpacked(packed);
    if (!key.group && weight_of(volume) <= limit) key.group = true, key.peer = groups::kWorld;
    Volume& sum = kept[key.packed()];
    sum.bytes += volume.bytes;
    sum.messages += volume.messages;
  }
  volumes = std::move(kept);
  return true;
}

}  // namespace topomorph::monitoring
