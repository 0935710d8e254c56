// Selects slots close together if there are more slots than roles.
#include "core/mapping/problem/slot_selection.h"

#include <algorithm>
#include <optional>

#include "core/base/successive.h"
#include "core/mapping/problem/parameters.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::mapping {

namespace {

using Far = std::vector<std::pair<std::uint64_t, Slot>>;

/// Sorts the slots and drops repetitions.
void keep_each_once(std::vector<Slot>& slots) {
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
}

/// Returns the `count` nearest, in any order, the `roles` nearest of them first.
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

/// Returns the sides, of about equal length in cost, of a box with at least this many slots, or of the whole grid.
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

/// Returns where a side of a box begins that has the coordinate in its middle, or, beside an end, near it.
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

std::vector<Slot> slots_by_number(const Topology& topology, Slot centre, std::uint64_t wanted) {
  const Slot first = std::min(centre - std::min(centre, wanted / 2), topology.slots() - wanted);
  return successive<Slot>(wanted, first);
}

std::vector<Slot> slots_around(const Topology& topology, Slot centre, std::uint64_t wanted);

/// Returns all slots of the places around that of the centre; of large places a part.
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

/// Returns at least this many slots near the centre, or all, without a look at all the others. If nothing is known of
/// the topology, slots with near numbers stand for near slots.
std::vector<Slot> slots_around(const Topology& topology, Slot centre, std::uint64_t wanted) {
  if (topology.slots() <= wanted) return successive<Slot>(topology.slots());
  return topology::visit_shape(
      topology, [&](const topology::GridTopology& grid) { return box_around(grid, centre, wanted); },
      [&](const topology::ComposedTopology& both) {
        auto slots = slots_in_places(both, centre, wanted);
        // there are fewer if places near the centre have less slots than the others
        return slots.size() >= wanted ? slots : slots_by_number(both, centre, wanted);
      },
      [&](const topology::AnyOf<TreeTopology, topology::RestrictedTopology, topology::NetworkTopology> auto& other) {
        return slots_by_number(other, centre, wanted);
      });
}

/// Returns the best region of several centres. `look(centre)` returns the slots that are considered around a centre, at
/// least `count`.
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
    if (!needed.empty()) break;  // the first of them is the centre
  }
  std::vector<Slot> region(needed.begin(), needed.end());
  for (const auto& [far, slot] : best) region.push_back(slot);
  keep_each_once(region);
  return region;
}

}  // namespace

std::vector<Slot> compact_region(std::uint64_t slots, const DistanceOf& distance, std::uint64_t count,
                                 std::uint64_t roles, std::span<const Slot> needed) {
  const std::vector<Slot> all = successive<Slot>(slots);
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

namespace {

/// Returns how many of the ascending slots are in the interval.
std::ptrdiff_t inside(std::span<const Slot> slots, Interval interval) {
  return std::lower_bound(slots.begin(), slots.end(), interval.end) -
         std::lower_bound(slots.begin(), slots.end(), interval.begin);
}

/// Returns the smallest node of this level that has enough slots; of several, the one with most of the needed slots.
/// Returns an empty interval if none has enough.
Interval smallest_fitting(const TreeLevel& level, std::uint64_t roles, std::span<const Slot> needed) {
  Interval best;
  for (std::size_t node = 0; node + 1 < level.begin.size(); ++node) {
    const Interval here{level.begin[node], level.begin[node + 1]};
    if (here.size() < roles) continue;
    const bool smaller = best.size() == 0 || here.size() < best.size();
    if (smaller || (here.size() == best.size() && inside(needed, here) > inside(needed, best))) best = here;
  }
  return best;
}

std::vector<Interval> children_of(const TreeTopology& tree, std::size_t level, Interval node) {
  std::vector<Interval> children;
  const auto [first, last] = tree.children(level, tree.node_of(level, node.begin));
  for (std::size_t i = first; i < last; ++i)
    children.push_back({tree.begin(level - 1, i), tree.begin(level - 1, i + 1)});
  return children;
}

}  // namespace

std::vector<Slot> choose_slots(const TreeTopology& tree, std::uint64_t roles, std::span<const Slot> needed) {
  std::vector<Slot> chosen(needed.begin(), needed.end());
  std::sort(chosen.begin(), chosen.end());
  const std::vector<Slot> ascending = chosen;
  std::size_t level = 1;
  Interval node = smallest_fitting(tree.level(level), roles, ascending);
  while (node.size() == 0) node = smallest_fitting(tree.level(++level), roles, ascending);

  auto children = children_of(tree, level, node);
  std::stable_sort(children.begin(), children.end(), [&](Interval a, Interval b) {
    const auto in_a = inside(ascending, a), in_b = inside(ascending, b);
    return in_a != in_b ? in_a > in_b : a.size() > b.size();
  });
  std::uint64_t room = 0;
  for (const Interval& child : children) {
    if (room >= roles) break;
    room += child.size();
    for (Slot slot = child.begin; slot < child.end; ++slot) chosen.push_back(slot);
  }
  keep_each_once(chosen);
  return chosen;
}

std::vector<Slot> thinned(const std::vector<Slot>& slots, std::uint64_t count, std::span<const Slot> needed) {
  std::vector<Slot> kept(needed.begin(), needed.end());
  std::uint64_t sum = 0;  // a slot is kept whenever it reaches the number of slots
  for (const Slot slot : slots) {
    sum += count;
    if (sum < slots.size()) continue;
    kept.push_back(slot);
    sum -= slots.size();
  }
  keep_each_once(kept);
  return kept;
}

namespace {

/// Returns all slots, or of very many those with numbers close to the used ones; ascending.
std::vector<Slot> slots_close_to(std::uint64_t slots, const std::vector<Slot>& used) {
  if (slots <= kQap.many_slots) return successive<Slot>(slots);
  std::vector<Slot> result;
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
  std::vector<Slot> all = slots_close_to(topology.slots(), used);
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
