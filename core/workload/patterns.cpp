// Generates communication patterns for any number of ranks, for jobs of which only the size is known.
#include "core/workload/patterns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/workload/variates.h"

namespace topomorph::workload {

namespace {

const std::array<std::string, 4> kNames{"stencil2d", "stencil3d", "mesh2d", "mesh3d"};
constexpr double kNeighboursInSquare = 6, kNeighboursInCube = 14;

void add_pair(std::vector<Traffic>& traffic, Role a, Role b) {
  traffic.push_back({a, b, 1, 1});
  traffic.push_back({b, a, 1, 1});
}

Affinity stencil(std::size_t dimensions, std::uint64_t ranks) {
  std::uint64_t side = 1;
  const auto cells = [&](std::uint64_t length) { return dimensions == 2 ? length * length : length * length * length; };
  while (cells(side) < ranks) ++side;
  std::vector<Traffic> traffic;
  for (Role rank = 0; rank < ranks; ++rank) {
    std::uint64_t stride = 1;
    for (std::size_t d = 0; d < dimensions; ++d, stride *= side) {
      const bool at_end = rank / stride % side == side - 1;
      if (!at_end && rank + stride < ranks) add_pair(traffic, rank, rank + stride);
    }
  }
  return Affinity::from_traffic(ranks, std::move(traffic));
}

/// Points in the unit square or cube, sorted into boxes at least as wide as the reach.
class Points {
 public:
  using Point = std::array<double, 3>;  // the last coordinate is 0 in a square

  Points(std::size_t dimensions, std::uint64_t count, double reach, Random& random)
      : reach_(reach),
        boxes_(std::max<std::uint64_t>(static_cast<std::uint64_t>(1 / reach), 1)),
        flat_(dimensions == 2) {
    inside_.resize(boxes_ * boxes_ * (flat_ ? 1 : boxes_));
    for (Role i = 0; i < count; ++i) {
      const double x = uniform(random), y = uniform(random), z = flat_ ? 0 : uniform(random);
      points_.push_back({x, y, z});
      inside_[box(along(x), along(y), along(z))].push_back(i);
    }
  }

  /// Calls visit(a, b) once for each two points within reach.
  template <class Visit>
  void for_each_pair(Visit visit) const {
    for (Role a = 0; a < points_.size(); ++a) {
      for_each_near(points_[a], [&](Role b) {
        if (a < b && square_of_distance(points_[a], points_[b]) <= reach_ * reach_) visit(a, b);
      });
    }
  }

 private:
  std::uint64_t along(double x) const {
    return std::min(static_cast<std::uint64_t>(x * static_cast<double>(boxes_)), boxes_ - 1);
  }
  std::size_t box(std::uint64_t x, std::uint64_t y, std::uint64_t z) const {
    return flat_ ? y * boxes_ + x : (z * boxes_ + y) * boxes_ + x;
  }
  static double square_of_distance(const Point& a, const Point& b) {
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z;
  }

  template <class Visit>
  void for_each_near(const Point& point, Visit visit) const {
    std::array<std::uint64_t, 3> low{}, high{};
    for (std::size_t d = 0; d < 3; ++d) {
      const std::uint64_t here = along(point[d]);
      low[d] = here == 0 ? 0 : here - 1;
      high[d] = d == 2 && flat_ ? 0 : std::min(here + 1, boxes_ - 1);
    }
    for (std::uint64_t z = low[2]; z <= high[2]; ++z) {
      for (std::uint64_t y = low[1]; y <= high[1]; ++y) {
        for (std::uint64_t x = low[0]; x <= high[0]; ++x) {
          for (const Role other : inside_[box(x, y, z)]) visit(other);
        }
      }
    }
  }

  double reach_;
  std::uint64_t boxes_;
  bool flat_;
  std::vector<Point> points_;
  std::vector<std::vector<Role>> inside_;
};

/// Returns the distance within which a point has the wanted mean number of neighbours.
double reach_for(std::size_t dimensions, std::uint64_t ranks) {
  const auto count = static_cast<double>(ranks);
  const double reach = dimensions == 2 ? std::sqrt(kNeighboursInSquare / (std::numbers::pi * count))
                                       : std::cbrt(kNeighboursInCube / (4.0 / 3 * std::numbers::pi * count));
  return std::min(reach, 1.0);
}

Affinity mesh(std::size_t dimensions, std::uint64_t ranks, std::uint64_t seed) {
  Random random(seed);
  const Points points(dimensions, ranks, reach_for(dimensions, ranks), random);
  std::vector<Traffic> traffic;
  points.for_each_pair([&](Role a, Role b) { add_pair(traffic, a, b); });
  return Affinity::from_traffic(ranks, std::move(traffic));
}

}  // namespace

std::span<const std::string> pattern_names() { return kNames; }

Affinity make_pattern(const std::string& name, std::uint64_t ranks, std::uint64_t seed) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) {
    throw InputError(fmt::format("unknown pattern \"{}\", expected one of {}", name, fmt::join(kNames, ", ")));
  }
  if (ranks == 0 || ranks > kMaxRoles) {
    throw InputError(fmt::format("found a pattern of {} ranks, expected 1 to {}", ranks, kMaxRoles));
  }
  const std::size_t dimensions = name.ends_with("2d") ? 2 : 3;
  return name.starts_with("stencil") ? stencil(dimensions, ranks) : mesh(dimensions, ranks, seed);
}

}  // namespace topomorph::workload
