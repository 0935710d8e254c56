// The traffic of a spectral-element code on a solid body that a bisection has cut into parts.
#include "benchmarks/mapping/solids.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <span>

#include "core/base/error.h"

namespace topomorph::benchmarks {

namespace {

using Element = std::array<int, 3>;

/// Returns whether the element is in the body of this size: the half width of the pipe and the ball, the shortest side
/// of the box.
bool is_inside(const std::string& body, double size, const Element& at) {
  const auto offset = [size](int coordinate) { return coordinate + 0.5 - size; };
  const double x = offset(at[0]), y = offset(at[1]), z = offset(at[2]);
  if (body == "pipe") return x * x + y * y <= size * size && at[2] < 16 * size;
  if (body == "ball") return x * x + y * y + z * z <= size * size;
  return at[0] < size && at[1] < 2 * size && at[2] < 4 * size;
}

std::vector<Element> elements_of(const std::string& body, double size) {
  const int most = static_cast<int>(std::ceil(16 * size));
  const int across = body == "box" ? most : static_cast<int>(std::ceil(2 * size));
  std::vector<Element> elements;
  for (int x = 0; x < across; ++x) {
    for (int y = 0; y < across; ++y) {
      for (int z = 0; z < most; ++z) {
        if (is_inside(body, size, {x, y, z})) elements.push_back({x, y, z});
      }
    }
  }
  return elements;
}

/// Cuts along the longest side into numbers of elements as those of parts, again and again.
void cut(std::span<Element> elements, Role first, std::uint64_t parts, std::map<Element, Role>& part_of) {
  if (parts == 1) {
    for (const Element& element : elements) part_of[element] = first;
    return;
  }
  std::size_t longest = 0;
  int most = -1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto [least, largest] =
        std::ranges::minmax_element(elements, {}, [axis](const Element& e) { return e[axis]; });
    const int length = (*largest)[axis] - (*least)[axis];
    if (length > most) most = length, longest = axis;
  }
  const auto key = [longest](const Element& e) {
    return std::array{e[longest], e[(longest + 1) % 3], e[(longest + 2) % 3]};
  };
  std::ranges::sort(elements, {}, key);
  const std::uint64_t half = parts / 2, border = elements.size() * half / parts;
  cut(elements.first(border), first, half, part_of);
  cut(elements.subspan(border), first + half, parts - half, part_of);
}

/// Returns how many points of order 8 two elements share that differ by this step.
std::uint64_t points_shared(const Element& step) {
  constexpr std::array<std::uint64_t, 4> kByAxes = {0, 81, 9, 1};
  return kByAxes[static_cast<std::size_t>(std::abs(step[0]) + std::abs(step[1]) + std::abs(step[2]))];
}

/// Calls visit(step) for one of each two opposite steps to the 26 elements around one.
template <typename Visit>
void for_each_step(Visit visit) {
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        if (const Element step{x, y, z}; step > Element{0, 0, 0}) visit(step);
      }
    }
  }
}

}  // namespace

Instance solid(const std::string& body, std::uint64_t roles) {
  if (body != "pipe" && body != "ball" && body != "box") throw InputError("expected pipe, ball or box, found " + body);
  if (roles == 0 || roles > 65536) throw InputError("expected 1 to 65536 roles");
  constexpr std::uint64_t kOfRole = 24;
  std::vector<Element> elements;
  for (double size = 1; elements.size() < kOfRole * roles; size += 0.25) elements = elements_of(body, size);
  std::map<Element, Role> part_of;
  cut(elements, 0, roles, part_of);
  std::map<std::pair<Role, Role>, std::uint64_t> shared;
  for (const auto& [element, part] : part_of) {
    for_each_step([&, &at = element, own = part](const Element& step) {
      const auto other = part_of.find({at[0] + step[0], at[1] + step[1], at[2] + step[2]});
      if (other != part_of.end() && other->second != own)
        shared[std::minmax(own, other->second)] += points_shared(step);
    });
  }
  Instance graph{roles, {}};
  for (const auto& [pair, points] : shared) graph.edges.push_back({pair.first, pair.second, points, points});
  return graph;
}

}  // namespace topomorph::benchmarks
