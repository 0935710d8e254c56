// Cartesian process grids and stencils.
#include "core/model/cartesian_pattern.h"

#include <algorithm>
#include <numeric>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/base/text.h"

namespace topomorph::inline model {
namespace {

void check_grid(const Grid& grid, const Stencil& stencil) {
  if (grid.dims.empty() || grid.dims.size() != grid.periodic.size()) {
    throw InputError(fmt::format("found a grid of {} dimensions and {} periodic flags, expected at least one of each",
                                 grid.dims.size(), grid.periodic.size()));
  }
  std::int64_t cells = 1;
  for (const std::int64_t extent : grid.dims) {
    if (extent < 1 || extent > static_cast<std::int64_t>(kMaxRoles) / cells) {
      throw InputError(fmt::format("found the grid {}, expected dimensions of at least 1 and at most {} cells together",
                                   fmt::join(grid.dims, "x"), kMaxRoles));
    }
    cells *= extent;
  }
  for (const Offset& offset : stencil) {
    if (offset.size() != grid.dims.size()) {
      throw InputError(
          fmt::format("found a stencil offset of {} dimensions, expected {}", offset.size(), grid.dims.size()));
    }
  }
}

/// Returns the differences without wrapping that an offset means in one dimension; empty if the neighbour is never
/// inside the grid.
std::vector<std::int64_t> unwrapped(std::int64_t offset, std::int64_t extent, bool periodic) {
  if (!periodic) return std::abs(offset) < extent ? std::vector{offset} : std::vector<std::int64_t>{};
  const std::int64_t ahead = ((offset % extent) + extent) % extent;
  return ahead == 0 ? std::vector{ahead} : std::vector{ahead, ahead - extent};
}

std::vector<Offset> steps_of(const Grid& grid, const Offset& offset) {
  std::vector<Offset> steps = {Offset()};
  for (std::size_t d = 0; d < offset.size(); ++d) {
    std::vector<Offset> longer;
    for (const std::int64_t difference : unwrapped(offset[d], grid.dims[d], grid.periodic[d])) {
      for (Offset step : steps) {
        step.push_back(difference);
        longer.push_back(std::move(step));
      }
    }
    steps = std::move(longer);
  }
  return steps;
}

void check_dimensions(std::size_t dimensions) {
  if (dimensions > kMaxDimensions) {
    throw InputError(fmt::format("found a grid of {} dimensions, expected at most {}", dimensions, kMaxDimensions));
  }
}

/// Adds steps of this length in both directions of a dimension.
void add_both_ways(Stencil& stencil, std::size_t dimensions, std::size_t d, std::int64_t length) {
  for (const std::int64_t step : {-length, length}) {
    stencil.emplace_back(dimensions, 0)[d] = step;
  }
}

}  // namespace

std::int64_t Grid::cells() const {
  return std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies<>());
}

Stencil nearest_neighbour(std::size_t dimensions) {
  check_dimensions(dimensions);
  Stencil stencil;
  for (std::size_t d = 0; d < dimensions; ++d) add_both_ways(stencil, dimensions, d, 1);
  return stencil;
}

Stencil nearest_neighbour_with_hops(std::size_t dimensions, std::span<const std::int64_t> lengths) {
  Stencil stencil = nearest_neighbour(dimensions);
  for (const std::int64_t length : lengths) add_both_ways(stencil, dimensions, 0, length);
  return stencil;
}

Stencil component_stencil(std::size_t dimensions) {
  check_dimensions(dimensions);
  Stencil stencil;
  for (std::size_t d = 0; d + 1 < dimensions; ++d) add_both_ways(stencil, dimensions, d, 1);
  return stencil;
}

CartesianPattern::CartesianPattern(Grid grid, Stencil stencil) : grid_(std::move(grid)), stencil_(std::move(stencil)) {
  check_grid(grid_, stencil_);
  cells_ = grid_.cells();
  for (const Offset& offset : stencil_) {
    for (Offset& step : steps_of(grid_, offset)) {
      // a message to oneself never costs anything
      if (std::any_of(step.begin(), step.end(), [](std::int64_t s) { return s != 0; }))
        steps_.push_back(std::move(step));
    }
  }
}

CartesianPattern CartesianPattern::box(std::span<const std::int64_t> extents, std::span<const std::size_t> from) const {
  const auto turned = [&](const Offset& offset) {
    Offset result;
    for (const std::size_t d : from) result.push_back(offset[d]);
    return result;
  };
  CartesianPattern result;
  result.grid_.dims.assign(extents.begin(), extents.end());
  result.grid_.periodic.assign(extents.size(), false);
  result.cells_ = result.grid_.cells();
  for (const Offset& offset : stencil_) result.stencil_.push_back(turned(offset));
  for (const Offset& step : steps_) result.steps_.push_back(turned(step));
  return result;
}

Affinity to_affinity(const CartesianPattern& pattern) {
  std::vector<Traffic> traffic;
  traffic.reserve(static_cast<std::size_t>(pattern.cells()) * pattern.stencil().size());
  pattern.for_each_edge([&](Role source, Role destination) { traffic.push_back({source, destination, 1, 1}); });
  return Affinity::from_traffic(static_cast<std::uint64_t>(pattern.cells()), std::move(traffic));
}

std::vector<std::int64_t> strides(std::span<const std::int64_t> dims) {
  std::vector<std::int64_t> stride(dims.size(), 1);
  for (std::size_t d = dims.size() - 1; d > 0; --d) stride[d - 1] = stride[d] * dims[d];
  return stride;
}

std::vector<std::int64_t> coordinates(std::span<const std::int64_t> dims, std::int64_t cell) {
  std::vector<std::int64_t> position(dims.size());
  for (std::size_t d = dims.size(); d-- > 0;) {
    position[d] = cell % dims[d];
    cell /= dims[d];
  }
  return position;
}

bool next_position(std::span<std::int64_t> position, std::span<const std::int64_t> low,
                   std::span<const std::int64_t> high) {
  for (std::size_t d = position.size(); d-- > 0;) {
    if (++position[d] < high[d]) return true;
    position[d] = low[d];
  }
  return false;
}

namespace {

constexpr std::string_view kPrefix = "cart:";

[[noreturn]] void fail(const std::string& spec, std::string_view found) {
  throw InputError(fmt::format("{}: found \"{}\", expected cart:DIMS[:periodic][:hops|:component] with DIMS like 50x48",
                               spec, found));
}

std::vector<std::int64_t> parse_dims(const std::string& spec, std::string_view text) {
  if (text.empty() || text.back() == 'x') fail(spec, text);
  std::vector<std::int64_t> dims;
  for (std::string_view rest = text; !rest.empty();) {
    const auto extent = parse_count(take_until(rest, 'x'));
    if (!extent || *extent == 0 || *extent > kMaxRoles) fail(spec, text);
    dims.push_back(static_cast<std::int64_t>(*extent));
  }
  return dims;
}

Stencil parse_stencil(const std::string& spec, std::string_view name, std::size_t dimensions) {
  if (name == "hops") return nearest_neighbour_with_hops(dimensions, kHopLengths);
  if (name == "component") return component_stencil(dimensions);
  fail(spec, name);
}

}  // namespace

bool is_cart_spec(const std::string& spec) { return spec.starts_with(kPrefix); }

CartesianPattern parse_cart_spec(const std::string& spec) {
  if (!is_cart_spec(spec)) fail(spec, spec);
  if (spec.ends_with(':')) fail(spec, spec);
  std::string_view rest = std::string_view(spec).substr(kPrefix.size());
  Grid grid;
  grid.dims = parse_dims(spec, take_until(rest, ':'));
  const bool periodic = rest == "periodic" || rest.starts_with("periodic:");
  if (periodic) take_until(rest, ':');
  grid.periodic.assign(grid.dims.size(), periodic);
  Stencil stencil = rest.empty() ? nearest_neighbour(grid.dims.size()) : parse_stencil(spec, rest, grid.dims.size());
  return CartesianPattern(std::move(grid), std::move(stencil));
}

Affinity parse_cart_affinity(const std::string& spec) { return to_affinity(parse_cart_spec(spec)); }

std::optional<CartesianPattern> pattern_of_affinity(const std::string& affinity_argument) {
  if (!is_cart_spec(affinity_argument)) return std::nullopt;
  return parse_cart_spec(affinity_argument);
}

}  // namespace topomorph::inline model
