// Distances between slots of any network, fast enough for inner loops, and the nearest slots of each.
#include "core/mapping/slots/metric.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

#include "core/base/random.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::mapping {

namespace {

constexpr EdgeWeight kLargestInLargeTable = 0xffff;

using Hops = std::vector<std::int32_t>;

std::int32_t size_of(const Hops& offset) {
  std::int32_t sum = 0;
  for (const std::int32_t step : offset) sum += std::abs(step);
  return sum;
}

/// Returns all steps of at most `reach` hops, the shortest first.
std::vector<Hops> offsets(std::size_t dimensions, std::int32_t reach) {
  std::vector<Hops> all = {Hops(dimensions, 0)};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (size_of(all[i]) == reach) continue;
    for (std::size_t d = 0; d < dimensions; ++d) {
      for (const std::int32_t step : {-1, 1}) {
        Hops next = all[i];
        next[d] += step;
        if (size_of(next) > size_of(all[i]) && std::find(all.begin(), all.end(), next) == all.end())
          all.push_back(std::move(next));
      }
    }
  }
  all.erase(all.begin());
  std::stable_sort(all.begin(), all.end(), [](const Hops& a, const Hops& b) { return size_of(a) < size_of(b); });
  return all;
}

/// Returns the slot of the grid so many steps on, or nothing beyond an end.
std::optional<Slot> stepped(const topology::GridTopology& grid, Slot slot, const Hops& offset) {
  Slot to = 0;
  for (std::size_t d = 0; d < offset.size(); ++d) {
    const auto size = static_cast<std::int64_t>(grid.dimensions()[d].size);
    std::int64_t x = static_cast<std::int64_t>(grid.coordinate(slot, d)) + offset[d];
    if (grid.dimensions()[d].wraps) x = (x % size + size) % size;
    if (x < 0 || x >= size) return std::nullopt;
    to += static_cast<Slot>(x) * grid.stride(d);
  }
  return to;
}

std::uint64_t largest_of_composed(const topology::ComposedTopology& both) {
  std::uint64_t largest = largest_distance(both.network()) * both.scale();
  const Topology* last = nullptr;
  for (std::size_t place = 0; place < both.network().slots(); last = &both.part(place++)) {
    if (&both.part(place) != last) largest = std::max(largest, largest_distance(both.part(place)));
  }
  return largest;
}

std::uint64_t largest_of_network(const topology::NetworkTopology& network) {
  std::uint64_t farthest = 0;  // from one slot; no shortest way is more than twice as long
  const std::uint64_t step = network.slots() / kMetric.most_asked + 1;
  if (const auto extent = network.extent()) {
    farthest = extent->farthest;
  } else {
    for (Slot slot = 1; slot < network.slots(); slot += step) farthest = std::max(farthest, network.distance(0, slot));
  }
  const std::uint64_t times = step == 1 ? 2 : 4;  // slots that were left out may be farther
  return farthest > std::numeric_limits<std::uint64_t>::max() / times ? farthest : times * farthest;
}

}  // namespace

/// A grid, and the slots of it that are used.
struct Metric::Reference {
  const topology::GridTopology* grid = nullptr;
  std::vector<Slot> slots;
};

const topology::GridTopology* grid_below(const Topology& topology) {
  return topology::as_grid(topology::network_below(topology));
}

bool is_grid(const Topology& topology) { return topology::as_grid(topology::whole_of(topology)) != nullptr; }

bool has_machines(const Topology& topology) { return topology::as_composed(topology::whole_of(topology)) != nullptr; }

std::uint64_t slots_of_whole(const Topology& topology) { return topology::whole_of(topology).slots(); }

std::uint64_t largest_distance(const Topology& topology) {
  return topology::visit_shape(
      topology, [](const topology::RestrictedTopology& part) { return largest_distance(part.whole()); },
      [](const TreeTopology& tree) { return tree.level(tree.levels()).distance; },
      [](const topology::ComposedTopology& both) { return largest_of_composed(both); },
      [](const topology::NetworkTopology& network) { return largest_of_network(network); });
}

Metric::Metric(const Topology& topology, std::vector<Slot> slots) : topology_(topology), slots_(std::move(slots)) {
  const std::uint64_t largest = std::max<std::uint64_t>(largest_distance(topology), 1);
  divisor_ = largest / static_cast<std::uint64_t>(kLargestDistance) + 1;
  largest_ = static_cast<EdgeWeight>(largest / divisor_) + 1;
  Reference reference{grid_below(topology), {}};
  if (reference.grid != nullptr) {
    for (const Slot slot : slots_) reference.slots.push_back(topology::slot_below(topology, slot));
    read_coordinates(reference);
    if (is_grid(topology) && divisor_ == 1 && !axes_.empty()) compute_from_coordinates(reference);
  }
  const bool computed = kind_ != Kind::Other;
  if (!computed && slots_.size() > kMetric.table) read_places();
  if (slots_.size() <= kMetric.table) {
    table_ = tabulated<std::uint32_t>();
    kind_ = Kind::Table;
  } else if (kind_ == Kind::Other && slots_.size() <= kMetric.large_table && largest_ <= kLargestInLargeTable) {
    large_table_ = tabulated<std::uint16_t>();
    kind_ = Kind::LargeTable;
  }
  const bool steps_are_nearest = computed && slots_.size() > (equal_costs() ? kMetric.table : kMetric.large_table);
  steps_are_nearest ? find_near_on_grid(reference) : find_near_by_distance();
}

/// Reads the tables of a composed topology or a part of one, unless they would be too large.
void Metric::read_places() {
  const auto* composed = topology::as_composed(topology::whole_of(topology_));
  if (composed == nullptr || composed->network().slots() > kMetric.table) return;
  const std::vector<Seat> of_place = tabulate_places(*composed);
  if (of_place.empty()) return;
  for (const Slot slot : slots_) {
    const Slot of_whole = topology::slot_of_whole(topology_, slot);
    const std::size_t place = composed->place_of(of_whole);
    seats_.push_back(of_place[place]);
    seats_.back().inside = static_cast<std::uint32_t>(of_whole - composed->begin()[place]);
  }
  kind_ = Kind::Places;
}

/// Returns the first seat of each place, or none if the machines' tables would be too large.
std::vector<Metric::Seat> Metric::tabulate_places(const topology::ComposedTopology& composed) {
  const Topology& network = composed.network();
  places_ = network.slots();
  std::map<const Topology*, Seat> known;  // places share machines
  std::vector<Seat> of_place;
  for (std::uint32_t place = 0; place < places_; ++place) {
    const Topology& machine = composed.part(place);
    const std::uint64_t size = machine.slots();
    auto [found, is_new] = known.try_emplace(
        &machine, Seat{0, 0, static_cast<std::uint32_t>(inside_.size()), static_cast<std::uint32_t>(size)});
    if (is_new && (size > kMetric.table || inside_.size() + size * size > kMetric.table * kMetric.table)) return {};
    for (Slot a = 0; is_new && a < size; ++a) {
      for (Slot b = 0; b < size; ++b) inside_.push_back(static_cast<std::uint32_t>(machine.distance(a, b) / divisor_));
    }
    of_place.push_back(found->second);
    of_place.back().place = place;
  }
  for (Slot a = 0; a < places_; ++a) {
    for (Slot b = 0; b < places_; ++b) {
      between_.push_back(static_cast<std::uint32_t>(network.distance(a, b) * composed.scale() / divisor_));
    }
  }
  return of_place;
}

void Metric::read_coordinates(const Reference& reference) {
  const auto dimensions = reference.grid->dimensions();
  constexpr std::int32_t kEndless = std::numeric_limits<std::int32_t>::max();
  if (std::any_of(dimensions.begin(), dimensions.end(), [](const auto& d) { return d.size > kEndless / 4; })) return;
  for (const topology::GridDimension& d : dimensions) {
    axes_.push_back({d.wraps ? static_cast<std::int32_t>(d.size) : kEndless, static_cast<EdgeWeight>(d.cost), 0});
  }
  for (const Slot slot : reference.slots) {
    for (std::size_t d = 0; d < dimensions.size(); ++d) {
      const std::uint64_t coordinate = reference.grid->coordinate(slot, d);
      place_.push_back(static_cast<std::int32_t>(coordinate));
      axes_[d].extent = std::max<std::size_t>(axes_[d].extent, coordinate + 1);
    }
  }
}

void Metric::compute_from_coordinates(const Reference& reference) {
  const auto dimensions = reference.grid->dimensions();
  kind_ = Kind::Grid;
  sums_axes_ = true;
  const auto is_bit = [&](const topology::GridDimension& d) { return d.size == 2 && d.cost == dimensions[0].cost; };
  if (!std::all_of(dimensions.begin(), dimensions.end(), is_bit)) return;
  kind_ = Kind::Bits;
  unit_ = axes_[0].cost;
  bits_.assign(reference.slots.begin(), reference.slots.end());
}

bool Metric::equal_costs() const {
  return std::all_of(axes_.begin(), axes_.end(), [&](const Axis& axis) { return axis.cost == axes_[0].cost; });
}

template <class Entry>
std::vector<Entry> Metric::tabulated() const {
  const std::size_t n = slots_.size();
  std::vector<Entry> table(n * n, 0);
  for (Vertex a = 0; a < n; ++a) {
    for (Vertex b = 0; b < a; ++b) table[a * n + b] = table[b * n + a] = static_cast<Entry>(distance(a, b));
  }
  return table;
}

void Metric::find_near_on_grid(const Reference& reference) {
  const topology::GridTopology& grid = *reference.grid;
  std::vector<std::pair<Slot, Vertex>> number;  // slot of the grid, its number here
  for (Vertex v = 0; v < slots(); ++v) number.emplace_back(reference.slots[v], v);
  std::sort(number.begin(), number.end());
  const bool whole = number.back().first + 1 == number.size();
  const auto steps = offsets(axes_.size(), axes_.size() == 1 ? 8 : axes_.size() <= 3 ? 3 : 2);
  std::vector<Vertex> found;
  for (Vertex v = 0; v < slots(); ++v) {
    found.clear();
    for (const Hops& step : steps) {
      const auto slot = stepped(grid, reference.slots[v], step);
      if (!slot || *slot == reference.slots[v]) continue;
      const auto at = whole ? number.begin() + static_cast<std::ptrdiff_t>(*slot)
                            : std::lower_bound(number.begin(), number.end(), std::pair<Slot, Vertex>{*slot, 0});
      if (at == number.end() || at->first != *slot) continue;
      if (std::find(found.begin(), found.end(), at->second) == found.end()) found.push_back(at->second);
      if (found.size() == kMetric.near) break;
    }
    near_.insert(near_.end(), found.begin(), found.end());
    near_begin_.push_back(near_.size());
  }
}

void Metric::find_near_by_distance() {
  const std::size_t n = slots();
  std::vector<Vertex> candidates;
  for (Vertex v = 0; v < n; ++v) {
    const std::size_t first = n <= kMetric.large_table || v < kMetric.window ? 0 : v - kMetric.window;
    const std::size_t last = n <= kMetric.large_table ? n : std::min<std::size_t>(n, v + kMetric.window + 1);
    candidates.resize(last - first);
    std::iota(candidates.begin(), candidates.end(), static_cast<Vertex>(first));
    add_nearest(v, candidates);
  }
}

/// Adds the nearest of the candidates. Draws among slots of the same distance: the lowest numbers would all lie in one
/// direction.
void Metric::add_nearest(Vertex slot, std::vector<Vertex>& candidates) {
  std::vector<std::tuple<EdgeWeight, std::uint64_t, Vertex>> far;
  Random random(slot);
  for (const Vertex other : candidates) {
    if (other != slot) far.emplace_back(distance(slot, other), random.next(), other);
  }
  const auto count = static_cast<std::ptrdiff_t>(std::min(far.size(), kMetric.near));
  std::nth_element(far.begin(), far.begin() + std::max<std::ptrdiff_t>(count - 1, 0), far.end());
  std::sort(far.begin(), far.begin() + count);
  for (auto it = far.begin(); it != far.begin() + count; ++it) near_.push_back(std::get<Vertex>(*it));
  near_begin_.push_back(near_.size());
}

}  // namespace topomorph::mapping
