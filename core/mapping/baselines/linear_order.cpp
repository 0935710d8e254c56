// A linear order of a network's slots, in which successive slots are near each other.
#include "core/mapping/baselines/linear_order.h"

#include <algorithm>
#include <bit>

#include "core/base/successive.h"
#include "core/mapping/slots/slot_cutter.h"
#include "core/model/tree.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::mapping {

namespace {

/// Undoes the exchanges and inversions that turn the curve inside smaller cubes.
void turn_back(std::vector<std::uint32_t>& x, unsigned bits) {
  for (std::uint32_t q = 1U << (bits - 1); q > 1; q >>= 1) {
    const std::uint32_t low = q - 1;
    for (std::uint32_t& coordinate : x) {
      const std::uint32_t exchanged = (x[0] ^ coordinate) & low;
      if ((coordinate & q) != 0) {
        x[0] ^= low;
      } else {
        x[0] ^= exchanged;
        coordinate ^= exchanged;
      }
    }
  }
}

void gray_code(std::vector<std::uint32_t>& x, unsigned bits) {
  for (std::size_t d = 1; d < x.size(); ++d) x[d] ^= x[d - 1];
  std::uint32_t flip = 0;
  for (std::uint32_t q = 1U << (bits - 1); q > 1; q >>= 1) {
    if ((x.back() & q) != 0) flip ^= q - 1;
  }
  for (std::uint32_t& coordinate : x) coordinate ^= flip;
}

/// Returns the position row by row, first coordinate fastest, every other row backwards, so that successive points are
/// neighbours.
std::uint64_t snake_position(std::span<const std::uint32_t> point, std::span<const std::uint64_t> sizes) {
  std::uint64_t position = 0;
  for (std::size_t d = point.size(); d-- > 0;) {
    const bool backwards = position % 2 != 0;
    position = position * sizes[d] + (backwards ? sizes[d] - 1 - point[d] : point[d]);
  }
  return position;
}

std::vector<std::uint64_t> keys_on_grid(const topology::GridTopology& grid) {
  std::vector<std::size_t> axes;
  std::vector<std::uint64_t> sizes;
  unsigned bits = 1;
  for (std::size_t d = 0; d < grid.dimensions().size(); ++d) {
    const std::uint64_t size = grid.dimensions()[d].size;
    if (size == 1) continue;
    axes.push_back(d);
    sizes.push_back(size);
    bits = std::max(bits, static_cast<unsigned>(std::bit_width(size - 1)));
  }
  std::vector<std::uint64_t> keys(grid.slots());
  std::vector<std::uint32_t> point(axes.size());
  const bool fits = axes.size() * bits <= 64;
  for (Slot slot = 0; slot < keys.size() && !axes.empty(); ++slot) {
    for (std::size_t i = 0; i < axes.size(); ++i) {
      point[i] = static_cast<std::uint32_t>(grid.coordinate(slot, axes[i]));
    }
    keys[slot] = fits ? hilbert_position(point, bits) : snake_position(point, sizes);
  }
  return keys;
}

void order_by_halves(const SlotCutter& cutter, std::span<Vertex> slots) {
  if (slots.size() < 2) return;
  const std::size_t first = cutter.cut(slots);
  order_by_halves(cutter, slots.first(first));
  order_by_halves(cutter, slots.subspan(first));
}

std::vector<std::uint64_t> keys_by_halves(const Topology& network) {
  const Metric metric(network, successive<Slot>(network.slots()));
  auto order = successive<Vertex>(network.slots());
  order_by_halves(SlotCutter(metric), order);
  std::vector<std::uint64_t> keys(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) keys[order[i]] = i;
  return keys;
}

std::vector<std::uint64_t> keys_of_network(const Topology& network) {
  return topology::visit_shape(
      network, [](const topology::GridTopology& grid) { return keys_on_grid(grid); },
      [](const topology::NetworkTopology& other) {
        return other.numbered_by_nearness() ? successive<std::uint64_t>(other.slots()) : keys_by_halves(other);
      },
      [](const TreeTopology& tree) { return successive<std::uint64_t>(tree.slots()); },
      [](const topology::AnyOf<topology::ComposedTopology, topology::RestrictedTopology> auto& other) {
        return keys_by_halves(other);
      });
}

}  // namespace

std::uint64_t hilbert_position(std::span<const std::uint32_t> point, unsigned bits) {
  std::vector<std::uint32_t> x(point.begin(), point.end());
  turn_back(x, bits);
  gray_code(x, bits);
  std::uint64_t position = 0;
  for (unsigned bit = bits; bit-- > 0;) {
    for (const std::uint32_t coordinate : x) position = position << 1 | (coordinate >> bit & 1);
  }
  return position;
}

std::vector<Slot> linear_order(const Topology& topology) {
  const std::vector<std::uint64_t> keys = keys_of_network(topology::network_below(topology));
  std::vector<std::pair<std::uint64_t, Slot>> order(topology.slots());
  for (Slot slot = 0; slot < order.size(); ++slot) order[slot] = {keys[topology::slot_below(topology, slot)], slot};
  std::sort(order.begin(), order.end());
  std::vector<Slot> slots(order.size());
  std::transform(order.begin(), order.end(), slots.begin(), [](const auto& entry) { return entry.second; });
  return slots;
}

}  // namespace topomorph::mapping
