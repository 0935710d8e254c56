// Which slots a search among few roles looks at.
#include "core/mapping/qap/window_slots.h"

#include <algorithm>
#include <numeric>

#include "core/mapping/presets.h"

namespace topomorph::mapping {

namespace {

void keep_each_once(std::vector<Slot>& slots) {
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
}

/// Ascending.
std::vector<Slot> candidates(std::uint64_t slots, const std::vector<Slot>& used) {
  std::vector<Slot> result;
  if (slots <= kQap.many_slots) {
    result.resize(slots);
    std::iota(result.begin(), result.end(), Slot{0});
    return result;
  }
  for (const Slot slot : used) {
    const Slot first = std::max(slot > kQap.reach ? slot - kQap.reach : 0, result.empty() ? 0 : result.back() + 1);
    for (Slot near = first; near < std::min(slots, slot + kQap.reach); ++near) result.push_back(near);
  }
  return result;
}

}  // namespace

std::vector<Slot> window_slots(const Topology& topology, const Mapping& mapping, std::size_t most) {
  std::vector<Slot> used(mapping);
  keep_each_once(used);
  std::vector<Slot> all = candidates(topology.slots(), used);
  if (all.size() <= most) return all;
  const std::uint64_t asked = std::clamp<std::uint64_t>(kQap.distances / all.size(), 1, used.size());
  std::vector<std::pair<unsigned __int128, Slot>> free;
  for (const Slot slot : all) {
    if (std::binary_search(used.begin(), used.end(), slot)) continue;
    unsigned __int128 sum = 0;
    for (std::uint64_t i = 0; i < asked; ++i) sum += topology.distance(slot, used[i * used.size() / asked]);
    free.emplace_back(sum, slot);
  }
  const std::size_t count = std::min(free.size(), most - std::min(most, used.size()));
  std::nth_element(free.begin(), free.begin() + static_cast<std::ptrdiff_t>(count), free.end());
  for (std::size_t i = 0; i < count; ++i) used.push_back(free[i].second);
  keep_each_once(used);
  return used;
}

}  // namespace topomorph::mapping
