// Parses grids as users write them on the command line.
#include "core/model/cartesian_spec.h"

#include <string_view>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/number.h"

namespace topomorph::inline model {

namespace {

constexpr std::string_view kPrefix = "cart:";

[[noreturn]] void fail(const std::string& spec, std::string_view found) {
  throw InputError(fmt::format("{}: found \"{}\", expected cart:DIMS[:periodic][:hops|:component] with DIMS like 50x48",
                               spec, found));
}

/// Cuts the text up to the separator from the front of `rest` and returns it.
std::string_view cut(std::string_view& rest, char separator) {
  const std::size_t end = rest.find(separator);
  const std::string_view word = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  return word;
}

std::vector<std::int64_t> parse_dims(const std::string& spec, std::string_view text) {
  if (text.empty() || text.back() == 'x') fail(spec, text);
  std::vector<std::int64_t> dims;
  for (std::string_view rest = text; !rest.empty();) {
    const auto extent = parse_count(cut(rest, 'x'));
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
  grid.dims = parse_dims(spec, cut(rest, ':'));
  const bool periodic = rest == "periodic" || rest.starts_with("periodic:");
  if (periodic) cut(rest, ':');
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
