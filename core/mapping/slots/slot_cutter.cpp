// Cuts a set of slots in two parts that are each close together.
#include "core/mapping/slots/slot_cutter.h"

#include <algorithm>

#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

namespace {

/// Returns after how many keys to cut: between two that differ, at most `farthest` from the middle and as near to it as
/// possible; else in the middle.
template <typename Keys>
std::size_t cut_of_keys(const Keys& keys, std::size_t farthest) {
  const std::size_t middle = keys.size() / 2;
  for (std::size_t off = 0; off <= farthest; ++off) {
    for (const std::size_t at : {middle - std::min(off, middle), middle + off}) {
      if (at > 0 && at < keys.size() && keys[at - 1].first != keys[at].first) return at;
    }
  }
  return middle;
}

}  // namespace

/// Empty if all slots are in one place.
SlotCutter::Keys SlotCutter::layers(std::span<const Vertex> slots) const {
  EdgeWeight longest = 0;
  std::size_t along = 0;
  const auto axes = metric_.axes();
  for (std::size_t d = 0; d < axes.size(); ++d) {
    std::int32_t low = metric_.coordinate(slots[0], d), high = low;
    for (const Vertex slot : slots) {
      low = std::min(low, metric_.coordinate(slot, d));
      high = std::max(high, metric_.coordinate(slot, d));
    }
    const std::int32_t apart = std::min(high - low, std::max(axes[d].size / 2, 1));
    if (apart * axes[d].cost >= std::max<EdgeWeight>(longest, 1)) longest = apart * axes[d].cost, along = d;
  }
  Keys keys;
  if (longest == 0) return keys;
  for (const Vertex slot : slots) keys.emplace_back(metric_.coordinate(slot, along), slot);
  return keys;
}

SlotCutter::Keys SlotCutter::by_two_ends(std::span<const Vertex> slots) const {
  const auto farthest_from = [&](Vertex from) {
    Vertex farthest = slots[0];
    for (const Vertex slot : slots) {
      if (metric_.distance(from, slot) > metric_.distance(from, farthest)) farthest = slot;
    }
    return farthest;
  };
  const Vertex one = farthest_from(slots[0]), other = farthest_from(one);
  Keys keys;
  for (const Vertex slot : slots) {
    keys.emplace_back(metric_.distance(one, slot) - metric_.distance(other, slot), slot);
  }
  return keys;
}

std::size_t SlotCutter::cut(std::span<Vertex> slots) const {
  Keys keys = layers(slots);
  const std::size_t farthest = keys.empty() ? slots.size() / 6 + 1 : slots.size();
  if (keys.empty()) keys = by_two_ends(slots);
  std::sort(keys.begin(), keys.end());
  for (std::size_t i = 0; i < keys.size(); ++i) slots[i] = keys[i].second;
  return cut_of_keys(keys, farthest);
}

Vertex SlotCutter::centre(std::span<const Vertex> slots) const {
  std::vector<Vertex> asked;
  const std::size_t step = std::max<std::size_t>(slots.size() / kEmbedding.asked_slots, 1);
  for (std::size_t i = step / 2; i < slots.size(); i += step) asked.push_back(slots[i]);
  Vertex best = asked[0];
  EdgeWeight least = -1;
  for (const Vertex candidate : asked) {
    EdgeWeight sum = 0;
    for (const Vertex slot : asked) sum += metric_.distance(candidate, slot);
    if (least < 0 || sum < least) least = sum, best = candidate;
  }
  return best;
}

}  // namespace topomorph::mapping
