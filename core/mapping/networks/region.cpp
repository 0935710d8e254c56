// Slots close together, out of many.
#include "core/mapping/networks/region.h"

#include <algorithm>
#include <optional>

namespace topomorph {

namespace {

constexpr std::uint64_t kCentres = 16, kCentresOfMany = 2, kManySlots = 65536;  // each costs a look at all slots

using Far = std::vector<std::pair<std::uint64_t, Slot>>;

/// The `count` nearest, in any order, the `roles` nearest of them first.
Far nearest(std::uint64_t slots, const DistanceOf& distance, Slot centre, std::uint64_t count, std::uint64_t roles) {
  Far far;
  for (Slot slot = 0; slot < slots; ++slot) far.emplace_back(distance(centre, slot), slot);
  std::nth_element(far.begin(), far.begin() + static_cast<std::ptrdiff_t>(count - 1), far.end());
  far.resize(count);
  std::nth_element(far.begin(), far.begin() + static_cast<std::ptrdiff_t>(roles - 1), far.end());
  return far;
}

}  // namespace

std::vector<Slot> compact_region(std::uint64_t slots, const DistanceOf& distance, std::uint64_t count,
                                 std::uint64_t roles, std::span<const Slot> needed) {
  count = std::min(count, slots);
  Far best;
  std::optional<unsigned __int128> least;
  const std::uint64_t centres = slots > kManySlots ? kCentresOfMany : kCentres;
  for (std::uint64_t i = 0; i < centres; ++i) {
    const Slot middle = (2 * i + 1) * slots / (2 * centres);
    Far far = nearest(slots, distance, needed.empty() ? middle : needed.front(), count, roles);
    unsigned __int128 sum = 0;
    for (std::uint64_t near = 0; near < roles; ++near) sum += far[near].first;
    if (!least || sum < *least) least = sum, best = std::move(far);
    if (!needed.empty()) break;  // they are the centre
  }
  std::vector<Slot> region(needed.begin(), needed.end());
  for (const auto& [far, slot] : best) region.push_back(slot);
  std::sort(region.begin(), region.end());
  region.erase(std::unique(region.begin(), region.end()), region.end());
  return region;
}

}  // namespace topomorph
