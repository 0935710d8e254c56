// Affinities of process grids as programs have them: stencils with corners, unequal volumes, and light traffic on top.
#include "benchmarks/mapping/pattern.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "benchmarks/mapping/random.h"
#include "core/base/error.h"

namespace topomorph::benchmarks {

namespace {

/// Number of axes that a step goes along, how far it goes along any of them, and along all together.
struct Size {
  int axes = 0, most = 0, sum = 0;
};

Size size_of(const Step& step) {
  Size size;
  for (const int along : step) {
    const int length = std::abs(along);
    size = {size.axes + (length > 0 ? 1 : 0), std::max(size.most, length), size.sum + length};
  }
  return size;
}

using Belongs = bool (*)(const Size&);

struct Shape {
  std::size_t axes;
  int points, reach;
  Belongs belongs;
};

constexpr Belongs kStar = [](const Size& size) { return size.axes == 1; };
constexpr Belongs kBox = [](const Size&) { return true; };
constexpr std::array<Shape, 11> kShapes = {{{1, 3, 1, kStar},
                                            {1, 5, 2, kStar},
                                            {2, 5, 1, kStar},
                                            {2, 9, 1, kBox},
                                            {2, 13, 2, [](const Size& size) { return size.sum <= 2; }},
                                            {2, 25, 2, kBox},
                                            {3, 7, 1, kStar},
                                            {3, 13, 2, kStar},
                                            {3, 19, 1, [](const Size& size) { return size.axes <= 2; }},
                                            {3, 25, 4, kStar},
                                            {3, 27, 1, kBox}}};
constexpr Shape kFourAxes = {4, 9, 1, kStar};

const Shape& shape_of(std::size_t axes, int points) {
  if (axes == kFourAxes.axes && points == kFourAxes.points) return kFourAxes;
  const auto found = std::find_if(kShapes.begin(), kShapes.end(),
                                  [&](const Shape& shape) { return shape.axes == axes && shape.points == points; });
  if (found != kShapes.end()) return *found;
  throw InputError(
      fmt::format("--points: found {} points in {} dimensions, expected 3 or 5 in one, 5, 9, 13 or 25 in "
                  "two, 7, 13, 19, 25 or 27 in three, 9 in four",
                  points, axes));
}

/// Returns the next step in [-reach, reach] along each of the axes; false after the last one.
bool advance(Step& step, std::size_t axes, int reach) {
  for (std::size_t a = axes; a-- > 0;) {
    if (++step[a] <= reach) return true;
    step[a] = -reach;
  }
  return false;
}

std::uint64_t volume_of(const Step& step, const Size& size, std::array<double, 3> by_kind,
                        std::span<const double> by_axis) {
  double factor = 0;
  for (std::size_t a = 0; a < by_axis.size(); ++a) factor += step[a] != 0 ? by_axis[a] : 0;
  if (by_axis.empty()) factor = size.axes;
  const double kind = by_kind[static_cast<std::size_t>(std::min(size.axes, 3) - 1)];
  return static_cast<std::uint64_t>(std::max(1.0, std::round(kind * factor / size.axes / size.most)));
}

void add_edge(Instance& instance, Role a, Role b, std::uint64_t volume) {
  if (a != b && volume > 0) instance.edges.push_back({a, b, volume, volume});
}

}  // namespace

std::vector<Arm> arms_of(std::size_t axes, int points, std::array<double, 3> by_kind, std::span<const double> by_axis) {
  const Shape& shape = shape_of(axes, points);
  std::vector<Arm> arms;
  Step step{};
  for (std::size_t a = 0; a < axes; ++a) step[a] = -shape.reach;
  do {
    const Size size = size_of(step);
    if (step <= Step{} || !shape.belongs(size)) continue;  // the opposite step is there too
    arms.push_back({step, volume_of(step, size, by_kind, by_axis)});
  } while (advance(step, axes, shape.reach));
  return arms;
}

Instance traffic_of(const Pattern& pattern) {
  const std::size_t axes = pattern.extents.size();
  Instance grid{cells_of(pattern.extents), {}};
  std::vector<std::uint64_t> at(axes, 0);
  for (Role cell = 0; cell < grid.roles; ++cell) {
    for (const Arm& arm : pattern.arms) {
      Role there = 0;
      bool inside = true;
      for (std::size_t a = 0; a < axes && inside; ++a) {
        const auto extent = static_cast<std::int64_t>(pattern.extents[a]);
        const std::int64_t to = static_cast<std::int64_t>(at[a]) + arm.step[a];
        inside = (pattern.periodic[a] && extent > 2) || (to >= 0 && to < extent);
        there = there * pattern.extents[a] + static_cast<Role>(((to % extent) + extent) % extent);
      }
      if (inside) add_edge(grid, cell, there, arm.volume);
    }
    for (std::size_t a = axes; a-- > 0 && ++at[a] == pattern.extents[a];) at[a] = 0;
  }
  return grid;
}

void add_doubling(Instance& instance, std::uint64_t volume) {
  for (Role bit = 1; bit < instance.roles; bit *= 2) {
    for (Role role = 0; role < instance.roles; ++role) {
      const Role other = role ^ bit;
      if (role < other && other < instance.roles) add_edge(instance, role, other, volume);
    }
  }
}

void add_master(Instance& instance, std::uint64_t volume) {
  for (Role role = 1; role < instance.roles; ++role) add_edge(instance, 0, role, volume);
}

void add_links(Instance& instance, std::uint64_t count, std::uint64_t volume, std::uint64_t seed) {
  Random random(seed);
  for (std::uint64_t link = 0; link < count; ++link) {
    const Role a = random.below(instance.roles), b = random.below(instance.roles);
    add_edge(instance, a, b, volume);
  }
}

void disturb(Instance& instance, double width, double dropped, std::uint64_t seed) {
  Random random(seed);
  for (Traffic& edge : instance.edges) {
    const double factor = 1 + width * (2 * random.unit() - 1);
    const auto volume = static_cast<std::uint64_t>(std::max(1.0, std::round(static_cast<double>(edge.bytes) * factor)));
    edge.bytes = edge.messages = volume;
  }
  std::erase_if(instance.edges, [&](const Traffic&) { return random.unit() < dropped; });
}

void append(Instance& instance, const Instance& other) {
  for (Traffic edge : other.edges) {
    edge.source += instance.roles;
    edge.destination += instance.roles;
    instance.edges.push_back(edge);
  }
  instance.roles += other.roles;
}

}  // namespace topomorph::benchmarks
