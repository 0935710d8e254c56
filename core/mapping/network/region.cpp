// Slots close together, out of many.
#include "core/mapping/network/region.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/mapping/presets.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/grid_topology.h"

namespace topomorph::mapping {

namespace {

using Far = std::vector<std::pair<std::uint64_t, Slot>>;

std::vector<Slot> first_slots(std::uint64_t count) {
  std::vector<Slot> slots(count);
  std::iota(slots.begin(), slots.end(), Slot{0});
  return slots;
}

/// The `count` nearest, in any order, the `roles` nearest of them first.
Far nearest(const std::vector<Slot>& slots, const DistanceOf& distance, Slot centre, std::uint64_t count,
            std::uint64_t roles) {
  Far far;
  far.reserve(slots.size());
  for (const Slot slot : slots) far.emplace_back(distance(centre, slot), slot);
  std::nth_element(far.begin(), far.begin() + static_cast<std::ptrdiff_t>(count - 1), far.end());
  far.resize(count);
  std::nth_element(far.begin(), far.begin() + static_cast<std::ptrdiff_t>(roles - 1), far.end());
  return far;
}

/// The sides of a box of so many slots at least, or of the whole grid: about as long as each other, in cost.
std::vector<std::uint64_t> sides_of(const topology::GridTopology& grid, std::uint64_t wanted) {
  const auto dimensions = grid.dimensions();
  std::vector<std::uint64_t> side(dimensions.size(), 1);
  for (std::uint64_t volume = 1; volume < std::min(wanted, grid.slots());) {
    std::optional<std::size_t> shortest;
    for (std::size_t d = 0; d < side.size(); ++d) {
      const auto length = [&](std::size_t of) { return side[of] * dimensions[of].cost; };
      if (side[d] < dimensions[d].size && (!shortest || length(d) < length(*shortest))) shortest = d;
    }
    volume = volume / side[*shortest] * (side[*shortest] + 1);
    ++side[*shortest];
  }
  return side;
}

/// Where the side of a box begins that has the coordinate in its middle, or near it beside an end.
std::uint64_t begin_of_side(const topology::GridDimension& dimension, std::uint64_t coordinate, std::uint64_t side) {
  const std::uint64_t before = side / 2;
  if (dimension.wraps) return (coordinate + dimension.size - before) % dimension.size;
  return std::min(coordinate - std::min(before, coordinate), dimension.size - side);
}

std::vector<Slot> box_around(const topology::GridTopology& grid, Slot centre, std::uint64_t wanted) {
  const auto side = sides_of(grid, wanted);
  std::vector<Slot> box = {0};
  for (std::size_t d = 0; d < side.size(); ++d) {
    const topology::GridDimension& dimension = grid.dimensions()[d];
    const std::uint64_t begin = begin_of_side(dimension, grid.coordinate(centre, d), side[d]);
    std::vector<Slot> longer;
    longer.reserve(box.size() * side[d]);
    for (std::uint64_t i = 0; i < side[d]; ++i) {
      for (const Slot slot : box) longer.push_back(slot + (begin + i) % dimension.size * grid.stride(d));
    }
    box = std::move(longer);
  }
  return box;
}

std::vector<Slot> slots_around(const Topology& topology, Slot centre, std::uint64_t wanted);

/// All slots of the places around the centre's, or of large places a part.
std::vector<Slot> slots_in_places(const topology::ComposedTopology& composed, Slot centre, std::uint64_t wanted) {
  const std::uint64_t places = composed.network().slots(), slots_of_each = composed.slots() / places;
  const std::size_t middle = composed.place_of(centre);
  std::vector<Slot> slots;
  for (const Slot place : slots_around(composed.network(), middle, wanted / slots_of_each + 1)) {
    const Slot first = composed.begin()[place], inside = place == middle ? centre - first : 0;
    for (const Slot slot : slots_around(composed.part(place), inside, wanted)) slots.push_back(first + slot);
  }
  return slots;
}

/// So many slots at least, or all, near the centre; without a look at all the others. Where nothing is known of the
/// topology, numbers that are near stand for slots that are.
std::vector<Slot> slots_around(const Topology& topology, Slot centre, std::uint64_t wanted) {
  if (topology.slots() <= wanted) return first_slots(topology.slots());
  if (const auto* grid = dynamic_cast<const topology::GridTopology*>(&topology))
    return box_around(*grid, centre, wanted);
  if (const auto* both = dynamic_cast<const topology::ComposedTopology*>(&topology)) {
    auto slots = slots_in_places(*both, centre, wanted);
    if (slots.size() >= wanted) return slots;  // fewer where places near the centre have less than the others
  }
  const Slot first = std::min(centre - std::min(centre, wanted / 2), topology.slots() - wanted);
  std::vector<Slot> slots = first_slots(wanted);
  for (Slot& slot : slots) slot += first;
  return slots;
}

/// `look(centre)` is what is looked at around a centre: `count` slots at least.
template <class Look>
std::vector<Slot> best_region(std::uint64_t slots, const DistanceOf& distance, std::uint64_t count, std::uint64_t roles,
                              std::span<const Slot> needed, Look look) {
  Far best;
  std::optional<unsigned __int128> least;
  const std::uint64_t centres = slots > kRegion.many ? kRegion.centres_of_many : kRegion.centres;
  for (std::uint64_t i = 0; i < centres; ++i) {
    const Slot centre = needed.empty() ? (2 * i + 1) * slots / (2 * centres) : needed.front();
    Far far = nearest(look(centre), distance, centre, count, roles);
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

}  // namespace

std::vector<Slot> compact_region(std::uint64_t slots, const DistanceOf& distance, std::uint64_t count,
                                 std::uint64_t roles, std::span<const Slot> needed) {
  const std::vector<Slot> all = first_slots(slots);
  return best_region(slots, distance, std::min(count, slots), roles, needed,
                     [&](Slot) -> const std::vector<Slot>& { return all; });
}

std::vector<Slot> compact_region(const Topology& topology, std::uint64_t count, std::uint64_t roles,
                                 std::span<const Slot> needed) {
  const std::uint64_t slots = topology.slots();
  const DistanceOf distance = [&](Slot a, Slot b) { return topology.distance(a, b); };
  if (slots <= kRegion.most_looked_at) return compact_region(slots, distance, count, roles, needed);
  return best_region(slots, distance, std::min(count, slots), roles, needed,
                     [&](Slot centre) { return slots_around(topology, centre, kRegion.looked_at_per_slot * count); });
}

}  // namespace topomorph::mapping
