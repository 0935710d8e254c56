// Meshes and tori of any number of dimensions, and the links between neighbours.
#include "core/topology/shapes/grid.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/model/tree.h"

namespace topomorph::topology {

namespace {

constexpr std::uint64_t kMaxDistance = (std::uint64_t{1} << 62) - 1;
constexpr std::uint64_t kFewSlots = std::uint64_t{1} << 16;

std::vector<GridDimension> dimensions_of(std::span<const std::uint64_t> sizes, bool wraps) {
  std::vector<GridDimension> dimensions;
  for (const std::uint64_t size : sizes) dimensions.push_back({size, wraps, 1});
  return dimensions;
}

std::uint64_t way_along(const GridDimension& dimension, std::uint64_t x, std::uint64_t y) {
  const std::uint64_t apart = x < y ? y - x : x - y;
  return dimension.cost * (dimension.wraps ? std::min(apart, dimension.size - apart) : apart);
}

}  // namespace

GridTopology::GridTopology(std::vector<GridDimension> dimensions) : dimensions_(std::move(dimensions)) {
  if (dimensions_.empty()) throw InputError("found a grid without dimensions, expected at least one");
  std::uint64_t longest = 0;
  for (const GridDimension& dimension : dimensions_) {
    if (dimension.size == 0) throw InputError("found a grid with a dimension of size 0, expected at least 1");
    stride_.push_back(slots_);
    std::uint64_t length = 0;
    if (__builtin_mul_overflow(dimension.size, dimension.cost, &length) ||
        __builtin_add_overflow(longest, length, &longest) || longest > kMaxDistance) {
      throw InputError(
          fmt::format("found a grid with a hop of cost {}, expected distances below 2^62", dimension.cost));
    }
    if (dimension.size > kMaxSlots / slots_) {
      throw InputError(fmt::format("found a grid of more than {} slots, expected at most that", kMaxSlots));
    }
    slots_ *= dimension.size;
  }
  is_hypercube_ = std::all_of(dimensions_.begin(), dimensions_.end(), [&](const GridDimension& dimension) {
    return dimension.size == 2 && dimension.cost == dimensions_[0].cost;
  });
  if (!is_hypercube_ && slots_ <= kFewSlots) tabulate();
}

void GridTopology::tabulate() {
  coordinates_.reserve(slots_ * dimensions_.size());
  for (Slot slot = 0; slot < slots_; ++slot) {
    for (std::size_t d = 0; d < dimensions_.size(); ++d) {
      coordinates_.push_back(static_cast<std::uint32_t>(coordinate(slot, d)));
    }
  }
}

GridTopology GridTopology::mesh(std::span<const std::uint64_t> sizes) {
  return GridTopology(dimensions_of(sizes, false));
}

GridTopology GridTopology::hypercube(std::uint64_t dimensions) {
  if (dimensions > 63)
    throw InputError(fmt::format("found a hypercube of more than {} slots, expected at most that", kMaxSlots));
  return mesh(std::vector<std::uint64_t>(dimensions, 2));
}

GridTopology GridTopology::torus(std::span<const std::uint64_t> sizes) {
  return GridTopology(dimensions_of(sizes, true));
}

std::uint64_t GridTopology::distance(Slot a, Slot b) const {
  if (is_hypercube_) return static_cast<std::uint64_t>(std::popcount(a ^ b)) * dimensions_[0].cost;
  std::uint64_t sum = 0;
  if (!coordinates_.empty()) {
    const std::uint32_t *x = coordinates_.data() + a * dimensions_.size(),
                        *y = coordinates_.data() + b * dimensions_.size();
    for (std::size_t d = 0; d < dimensions_.size(); ++d) sum += way_along(dimensions_[d], x[d], y[d]);
    return sum;
  }
  for (const GridDimension& dimension : dimensions_) {
    sum += way_along(dimension, a % dimension.size, b % dimension.size);
    a /= dimension.size;
    b /= dimension.size;
  }
  return sum;
}

std::uint64_t GridTopology::diameter() const {
  std::uint64_t sum = 0;
  for (const GridDimension& dimension : dimensions_) {
    sum += dimension.cost * (dimension.wraps ? dimension.size / 2 : dimension.size - 1);
  }
  return sum;
}

std::uint64_t GridTopology::shortest_hop() const {
  std::uint64_t shortest = 0;
  for (const GridDimension& dimension : dimensions_) {
    if (dimension.size > 1 && (shortest == 0 || dimension.cost < shortest)) shortest = dimension.cost;
  }
  return shortest;
}

std::string GridTopology::describe() const {
  if (is_hypercube_ && dimensions_.size() > 2) return fmt::format("hypercube of {} dimensions", dimensions_.size());
  const auto wraps = [](const GridDimension& dimension) { return dimension.wraps; };
  const bool all = std::all_of(dimensions_.begin(), dimensions_.end(), wraps);
  const bool none = std::none_of(dimensions_.begin(), dimensions_.end(), wraps);
  std::string text = all ? "torus of " : none ? "mesh of " : "grid of ";
  for (std::size_t d = 0; d < dimensions_.size(); ++d) {
    const char* mark = !all && dimensions_[d].wraps ? " (wraps)" : "";
    text += fmt::format("{}{}{}", d == 0 ? "" : " x ", dimensions_[d].size, mark);
  }
  return text;
}

std::shared_ptr<const Routing> GridTopology::routing() const { return std::make_shared<GridRouting>(*this); }

GridRouting::GridRouting(const GridTopology& grid) : grid_(grid) {
  for (std::size_t d = 0; d < grid.dimensions().size(); ++d) {
    begin_.push_back(begin_.back() + 2 * (grid.slots() / grid.dimensions()[d].size) * steps(d));
  }
}

std::uint64_t GridRouting::steps(std::size_t dimension) const {
  const GridDimension& along = grid_.dimensions()[dimension];
  return along.wraps && along.size > 2 ? along.size : along.size - 1;
}

Link GridRouting::number(std::size_t dimension, Slot lower, bool positive) const {
  const std::uint64_t stride = grid_.stride(dimension), size = grid_.dimensions()[dimension].size;
  const std::uint64_t line = lower / (stride * size), within = lower % (stride * size);
  return begin_[dimension] + 2 * (line * stride * steps(dimension) + within) + (positive ? 0 : 1);
}

std::size_t GridRouting::dimension_of(Link link) const { return interval_of(begin_, link); }

Slot GridRouting::neighbour(Slot slot, std::size_t dimension, bool positive) const {
  const std::uint64_t stride = grid_.stride(dimension), size = grid_.dimensions()[dimension].size;
  const std::uint64_t from = grid_.coordinate(slot, dimension), to = (from + (positive ? 1 : size - 1)) % size;
  return slot - from * stride + to * stride;
}

std::string GridTopology::name_of(Slot slot) const {
  std::string text;
  for (std::size_t d = 0; d < dimensions_.size(); ++d) {
    text += fmt::format("{}{}", d == 0 ? "(" : ",", coordinate(slot, d));
  }
  return text + ")";
}

std::string GridRouting::name(Link link) const {
  const auto found = ends(link);
  return found->from.name + "->" + found->to.name;
}

std::optional<LinkEnds> GridRouting::ends(Link link) const {
  const std::size_t d = dimension_of(link);
  const std::uint64_t stride = grid_.stride(d), size = grid_.dimensions()[d].size, block = stride * steps(d);
  const std::uint64_t index = (link - begin_[d]) / 2;
  const Slot lower = index / block * stride * size + index % block, upper = neighbour(lower, d, true);
  const bool positive = (link - begin_[d]) % 2 == 0;
  const auto node = [&](Slot slot) {
    LinkNode made{slot, grid_.name_of(slot)};
    for (std::size_t i = 0; i < grid_.dimensions().size(); ++i) made.coordinates.push_back(grid_.coordinate(slot, i));
    return made;
  };
  return LinkEnds{node(positive ? lower : upper), node(positive ? upper : lower)};
}

double GridRouting::bandwidth(Link link) const {
  return 1 / std::max(static_cast<double>(grid_.dimensions()[dimension_of(link)].cost), kMinLinkCost);
}

void GridRouting::route(Slot a, Slot b, std::vector<Link>& path) const {
  for (std::size_t d = 0; d < grid_.dimensions().size(); ++d) {
    const GridDimension& along = grid_.dimensions()[d];
    const std::uint64_t from = grid_.coordinate(a, d), to = grid_.coordinate(b, d);
    const std::uint64_t up = (to + along.size - from) % along.size, down = (along.size - up) % along.size;
    const bool positive = along.wraps && along.size > 2 ? up <= down : from <= to;
    for (std::uint64_t hops = positive ? up : down; hops > 0; --hops) {
      const Slot next = neighbour(a, d, positive);
      path.push_back(number(d, positive ? a : next, positive));
      a = next;
    }
  }
}

}  // namespace topomorph::topology
