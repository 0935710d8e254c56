// The stencils of process grids by which lattices are recognised, and what tells their neighbours apart.
#include "core/mapping/grids/stencils.h"

#include <algorithm>
#include <cstdlib>

namespace topomorph::mapping {

namespace {

/// Bounds of the steps of a stencil: number of axes, steps along each, axes at once, steps in all.
struct Bounds {
  std::size_t axes;
  std::int32_t reach;
  int most_axes, most_steps;
};

constexpr Bounds kBounds[] = {{1, 1, 1, 1}, {1, 2, 1, 2}, {2, 1, 1, 1}, {2, 1, 2, 2}, {2, 2, 1, 2},
                              {2, 2, 2, 2}, {2, 2, 2, 4}, {3, 1, 1, 1}, {3, 1, 2, 2}, {3, 1, 3, 3},
                              {3, 2, 1, 2}, {3, 4, 1, 4}, {4, 1, 1, 1}, {4, 1, 4, 4}};

bool belongs(const Point& step, const Bounds& bounds) {
  int axes = 0, steps = 0;
  for (const std::int32_t along : step) {
    axes += along != 0 ? 1 : 0;
    steps += std::abs(along);
  }
  return axes > 0 && axes <= bounds.most_axes && steps <= bounds.most_steps;
}

std::size_t common(const Stencil& stencil, const Point& a, const Point& b) {
  return static_cast<std::size_t>(std::count_if(stencil.steps.begin(), stencil.steps.end(), [&](const Point& step) {
    Point other{};
    for (std::size_t i = 0; i < kMostAxes; ++i) other[i] = a[i] + step[i] - b[i];
    return stencil.has(other);
  }));
}

Stencil make_stencil(const Bounds& bounds, bool is_flat) {
  Stencil stencil;
  stencil.is_flat = is_flat;
  stencil.axes = bounds.axes;
  stencil.reach = bounds.reach;
  Point step{};
  for (std::size_t a = 0; a < bounds.axes; ++a) step[a] = -bounds.reach;
  for (bool is_done = false; !is_done;) {
    if (belongs(step, bounds) && stencil.folded(step) == step) stencil.steps.push_back(step);
    is_done = true;
    for (std::size_t a = bounds.axes; a-- > 0 && is_done;) {
      is_done = ++step[a] > bounds.reach;
      if (is_done) step[a] = -bounds.reach;
    }
  }
  const Point unit{1}, back{-1}, two{2};
  Point flat{};
  flat[bounds.axes - 1] = 1;
  stencil.common_with_unit = common(stencil, {}, unit);
  stencil.common_with_flat = common(stencil, {}, flat);
  stencil.common_of_opposites = common(stencil, unit, back);
  stencil.joins_two = stencil.has(two);
  return stencil;
}

}  // namespace

std::span<const Stencil> known_stencils() {
  static const std::vector<Stencil> all = [] {
    std::vector<Stencil> stencils;
    for (const Bounds& bounds : kBounds) {
      stencils.push_back(make_stencil(bounds, false));
      if (bounds.axes > 1 && bounds.reach == 1) stencils.push_back(make_stencil(bounds, true));
    }
    std::stable_sort(stencils.begin(), stencils.end(),
                     [](const Stencil& a, const Stencil& b) { return a.steps.size() > b.steps.size(); });
    return stencils;
  }();
  return all;
}

}  // namespace topomorph::mapping
